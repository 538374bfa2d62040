"""The test databases are copies of a migrated file; what its checksum leaves out would make it stale."""

import ast

from tests.architecture.source import APPS, ROOT, relative, tree
from tests.migrated import IMPORTED, migration_files


def test_checksum_covers_all_that_migrations_import_of_ours() -> None:
    found = set()
    for path in migration_files():
        for node in ast.walk(tree(path)):
            names = []
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom) and node.module:
                names = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                names = [node.value]  # import_module("app.migrations.0003_name")
            for name in names:
                file = f"{name.replace('.', '/')}.py"
                if name.split(".")[0] in APPS and (ROOT / file).is_file():
                    found.add(file)
    covered = {relative(path) for path in migration_files()}
    assert found >= set(IMPORTED)
    assert found - covered == set()
