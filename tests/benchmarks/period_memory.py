"""Run as a program: recomputes a period as the benchmark does, takes it back, and prints the greatest memory in MB."""

import resource
import sys


def main(period: str) -> None:
    import django

    django.setup()
    from django.db import transaction

    from ratings.models import Period
    from tests.benchmarks.test_rating_period import recompute

    with transaction.atomic():
        recompute(Period.objects.get(pk=period))
        transaction.set_rollback(True)
    sys.stdout.write(f"{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024}\n")


if __name__ == "__main__":
    main(sys.argv[1])
