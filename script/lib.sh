# What script/server and script/test share. Sourced, not run; the caller stands at the root of the repository.

say() { printf '%s\n' "$*" >&2; }

# ask_apt WHAT_FOR PACKAGE...: install the packages, or say the one line that would and stop with 3.
ask_apt() {
  purpose=$1; shift
  if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    say "Installing for $purpose: $*"
    export DEBIAN_FRONTEND=noninteractive
    { apt-get update -qq && apt-get install -y -qq --no-install-recommends "$@"; } >/dev/null 2>"$PWD/var/apt.log" || {
      cat "$PWD/var/apt.log" >&2
      say "apt could not install what $purpose needs: $*"
      exit 3
    }
  else
    say "Missing for $purpose. Once, as root:"
    say "  apt-get install -y --no-install-recommends $*"
    exit 3
  fi
}

# The newest Python that the lock was made for.
find_python() {
  for name in ${PYTHON:-} python3.13 python3.12 python3.11 python3; do
    if command -v "$name" >/dev/null && "$name" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info < (3, 14))' 2>/dev/null; then
      command -v "$name"
      return
    fi
  done
  say "No Python 3.11, 3.12 or 3.13 was found; on Debian: apt-get install python3"
  exit 3
}

# The libraries that printing loads at run time; fontconfig brings a font along.
has_pango() {
  "$1" -c 'import ctypes
for name in ("libgobject-2.0.so.0", "libpango-1.0.so.0", "libpangoft2-1.0.so.0", "libharfbuzz-subset.so.0"):
    ctypes.CDLL(name)' 2>/dev/null
}

has_venv() { "$1" -c 'import ensurepip, venv' 2>/dev/null; }

# Whoever wants no __pycache__ beside the sources shall not wait for each process to compile them anew.
keep_bytecode() {
  [ -n "${PYTHONDONTWRITEBYTECODE:-}" ] || return 0
  unset PYTHONDONTWRITEBYTECODE
  export PYTHONPYCACHEPREFIX="$PWD/var/bytecode"
}

# set_up LOCK...: system libraries, .venv and the locked packages; quick when nothing changed.
set_up() {
  mkdir -p var
  keep_bytecode
  python=$(find_python)
  if ! has_pango "$python" || { [ ! -x .venv/bin/python ] && ! has_venv "$python"; }; then
    ask_apt "the portal" python3-venv libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0
  fi
  if [ ! -x .venv/bin/python ] || ! .venv/bin/python -c '' 2>/dev/null; then
    say "Making .venv with $("$python" -V)"
    "$python" -m venv --clear .venv
  fi
  for lock in "$@"; do
    mark=".venv/installed-$lock.sha256"
    sum=$(cat requirements.txt "$lock" | sha256sum)
    [ "$(cat "$mark" 2>/dev/null)" = "$sum" ] && continue
    say "Installing $lock (once, and when it changes)"
    .venv/bin/python -m pip install -q --disable-pip-version-check --no-input -r "$lock"
    printf '%s\n' "$sum" >"$mark"
  done
}
