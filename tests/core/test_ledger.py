"""The ledger: rows are added within the change they tell of, and never again touched."""

import json
import threading
from datetime import date, timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.db import DatabaseError, connection, transaction
from django.utils import timezone

from core.checkpoints import checkpoint_of, checkpoint_today, signing_key, verify_checkpoint
from core.ledger import BrokenChain, LedgerError, append, rows_of, verify_chain
from core.models import Chain, Checkpoint, LedgerRow

pytestmark = pytest.mark.django_db


def add(object_id: str = "7", **facts: Any) -> LedgerRow:
    given: dict[str, Any] = {
        "scope": "event", "actor_id": 3, "actor_name": "Ana Kos", "verb": "result.recorded",
        "payload": {"board": 7, "code": "1-0", "old": None},
    }  # fmt: skip
    return append(object_id=object_id, **(given | facts))


def unguard(cursor: Any, table: str, act: str) -> None:
    """Switch the triggers off, as somebody could who owns the database."""
    if connection.vendor == "postgresql":
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute(f"ALTER TABLE {table} DISABLE TRIGGER USER")
    else:
        cursor.execute(f"DROP TRIGGER {table}_no_{act}")


def forge(table: str, **facts: Any) -> None:
    """Change rows behind the ledger's back."""
    with connection.cursor() as cursor:
        unguard(cursor, table, "update")
        for column, (old, new) in facts.items():
            cursor.execute(f"UPDATE {table} SET {column} = %s WHERE {column} = %s", [new, old])
            assert cursor.rowcount == 1


class TestAppending:
    def test_rows_of_one_object_are_numbered_and_linked(self) -> None:
        first, second = add(), add(verb="result.corrected", reason="slip of board 7 read again")
        assert (first.seq, second.seq) == (1, 2)
        assert (first.previous_hash, second.previous_hash) == ("", first.hash)
        assert list(rows_of("event", 7)) == [first, second]
        assert verify_chain("event", 7) == 2

    def test_each_object_and_scope_has_its_own_chain(self) -> None:
        assert [add("1").seq, add("2").seq, add("1", scope="person").seq] == [1, 1, 1]
        assert Chain.objects.count() == 3

    def test_unknown_scope_is_refused(self) -> None:
        with pytest.raises(LedgerError, match="game"):
            add(scope="game")

    def test_payload_with_a_float_is_refused(self) -> None:
        with pytest.raises(ValueError, match="float"):
            add(payload={"score": 0.5})

    def test_payload_with_a_date_is_refused(self) -> None:
        with pytest.raises(ValueError, match="date"):
            add(payload={"day": date(2026, 3, 7)})

    def test_payload_reads_back_as_it_was_hashed(self) -> None:
        odd = {"name": "Đurić \u2028 \ud7ff 𝔸", "big": 2**70, "list": [1, [True, None]], "": {}}
        add(payload=odd)
        assert LedgerRow.objects.get().payload == odd
        assert verify_chain("event", 7) == 1

    def test_chain_that_was_never_written_holds_with_no_rows(self) -> None:
        assert verify_chain("event", "never") == 0

    def test_actor_may_be_the_portal_itself(self) -> None:
        assert add(actor_id=None, actor_name="portal").actor_id is None


@pytest.mark.django_db(transaction=True)
class TestTransactions:
    def test_row_outside_a_transaction_is_refused(self) -> None:
        with pytest.raises(LedgerError, match="transaction"):
            add()

    def test_row_of_a_change_that_was_rolled_back_is_gone_and_leaves_no_hole(self) -> None:
        with transaction.atomic():
            add()
        with pytest.raises(ZeroDivisionError), transaction.atomic():
            add()
            raise ZeroDivisionError
        with transaction.atomic():
            assert add().seq == 2
        assert verify_chain("event", 7) == 2

    def test_many_writers_of_one_object_follow_each_other(self) -> None:
        failures: list[BaseException] = []

        def write() -> None:
            try:
                for _row in range(8):
                    with transaction.atomic():
                        add("busy")
            except BaseException as failure:
                failures.append(failure)
            finally:
                connection.close()

        writers = [threading.Thread(target=write) for _writer in range(4)]
        for writer in writers:
            writer.start()
        for writer in writers:
            writer.join(60)
        assert failures == []
        assert list(rows_of("event", "busy").values_list("seq", flat=True)) == list(range(1, 33))
        assert verify_chain("event", "busy") == 32


class TestRowsStay:
    @pytest.mark.parametrize("act", ["update", "delete"])
    @pytest.mark.parametrize("what", ["row", "checkpoint"])
    def test_database_refuses_to_change_or_delete(self, act: str, what: str) -> None:
        add()
        checkpoint_today()
        rows = LedgerRow.objects.all() if what == "row" else Checkpoint.objects.all()
        with pytest.raises(DatabaseError, match="only ever added"), transaction.atomic():
            if act == "delete":
                rows._raw_delete(using="default")
            else:
                rows.update(**({"reason": "changed"} if what == "row" else {"digest": "0" * 64}))
        assert verify_chain("event", 7) == 1

    def test_changed_row_breaks_the_chain(self) -> None:
        add()
        add(reason="the true reason")
        add()
        forge("core_ledgerrow", reason=("the true reason", "a better one"))
        with pytest.raises(BrokenChain, match="row 2 was changed"):
            verify_chain("event", 7)

    def test_changed_name_of_the_actor_breaks_the_chain(self) -> None:
        add()
        forge("core_ledgerrow", actor_name=("Ana Kos", "Somebody Else"))
        with pytest.raises(BrokenChain, match="row 1 was changed"):
            verify_chain("event", 7)

    def test_row_cut_off_at_the_end_breaks_the_chain(self) -> None:
        add()
        Chain.objects.update(seq=2)
        with pytest.raises(BrokenChain, match="the head says 2 rows, there are 1"):
            verify_chain("event", 7)

    def test_row_taken_out_of_the_middle_breaks_the_chain(self) -> None:
        rows = [add(), add(), add()]
        with connection.cursor() as cursor:
            unguard(cursor, "core_ledgerrow", "delete")
            cursor.execute("DELETE FROM core_ledgerrow WHERE id = %s", [rows[1].pk])
        with pytest.raises(BrokenChain, match="row 2 is missing"):
            verify_chain("event", 7)


class TestCheckpoints:
    def test_day_has_one_checkpoint_over_every_head(self) -> None:
        rows = [add("1"), add("2"), add("2")]
        made = checkpoint_today()
        assert made.day == timezone.localdate()
        assert made.heads == [["event", "1", 1, rows[0].hash], ["event", "2", 2, rows[2].hash]]
        assert verify_checkpoint(made) == 2
        add("3")
        assert checkpoint_today().pk == made.pk

    def test_rows_added_later_leave_the_checkpoint_whole(self) -> None:
        add("1")
        made = checkpoint_today()
        add("1")
        assert verify_checkpoint(Checkpoint.objects.get(pk=made.pk)) == 1

    def test_chain_written_anew_from_its_first_row_is_found_out(self) -> None:
        add("1", reason="the true reason")
        made = checkpoint_today()
        # Somebody who owns the database rewrites the row and every hash: the chain holds, the checkpoint does not.
        from core.ledger import row_hash

        row = LedgerRow.objects.get()
        row.reason = "a better one"
        forged = row_hash(row, row.chain)
        forge("core_ledgerrow", reason=("the true reason", "a better one"), hash=(row.hash, forged))
        Chain.objects.update(head_hash=forged)
        assert verify_chain("event", "1") == 1
        with pytest.raises(BrokenChain, match="row 1 is not the one that was signed"):
            verify_checkpoint(made)

    def test_list_of_heads_that_was_changed_is_found_out(self) -> None:
        add("1")
        made = checkpoint_today()
        made.heads = []
        with pytest.raises(BrokenChain, match="list of heads was changed"):
            verify_checkpoint(made)

    def test_signature_of_another_checkpoint_does_not_fit(self) -> None:
        add("1")
        today = timezone.localdate()
        made, other = checkpoint_of(today), checkpoint_of(today - timedelta(days=1))
        made.signature = other.signature
        with pytest.raises(BrokenChain, match="signature does not fit"):
            verify_checkpoint(made)

    def test_key_is_made_once_and_readable_by_its_owner_alone(self, settings: Any, tmp_path: Any) -> None:
        settings.LEDGER_KEY_FILE = tmp_path / "keys" / "ledger.pem"
        first, second = signing_key(), signing_key()
        assert first.private_numbers() == second.private_numbers()
        assert settings.LEDGER_KEY_FILE.stat().st_mode & 0o777 == 0o600
        assert list(settings.LEDGER_KEY_FILE.parent.iterdir()) == [settings.LEDGER_KEY_FILE]


class TestCommand:
    def test_everything_that_holds_is_counted(self, capsys: Any) -> None:
        add("1")
        add("1")
        add("2")
        checkpoint_today()
        call_command("verify_ledger", "--json")
        assert json.loads(capsys.readouterr().out) == {
            "chains": 2, "rows": 3, "checkpoints": 1, "days_without": [], "signed_by_another_key": [],
            "broken": [],
        }  # fmt: skip

    def test_broken_chain_is_named_and_the_command_fails(self, capsys: Any) -> None:
        add("1")
        Chain.objects.update(seq=5)
        with pytest.raises(SystemExit) as ended:
            call_command("verify_ledger")
        assert ended.value.code == 1
        assert "BROKEN: event 1: the head says 5 rows, there are 1" in capsys.readouterr().out

    def test_checkpoint_signed_by_a_strange_key_is_named(
        self, capsys: Any, settings: Any, tmp_path: Any
    ) -> None:
        add("1")
        made = checkpoint_today()
        settings.LEDGER_KEY_FILE = tmp_path / "other.pem"
        signing_key()
        call_command("verify_ledger", "--json")
        assert json.loads(capsys.readouterr().out)["signed_by_another_key"] == [str(made)]
