"""Every write about play. Model first, then keyword-only; each checks the right and leaves its ledger row."""

from tournaments.services.announcing import regulations_file, source_cite
from tournaments.services.by_hand import manual_findings, round_pair_manual
from tournaments.services.byes import byes_ask
from tournaments.services.categories import category_delete, category_save
from tournaments.services.check_in import (
    absent_settle,
    check_in_drop,
    check_in_open,
    check_in_self,
    check_in_set,
)
from tournaments.services.common import facts_changed
from tournaments.services.decisions import order_change, registration_day_set
from tournaments.services.entries import (
    bye_request,
    entries_add,
    entries_number,
    entry_add,
    entry_remove,
    entry_update,
    entry_withdraw,
)
from tournaments.services.entries_import import entries_import
from tournaments.services.events import (
    event_create,
    event_finish,
    event_lock,
    event_register,
    event_reopen,
    event_unlock,
    event_update,
    has_begun,
    official_remove,
    official_set,
)
from tournaments.services.hall import hall_rules, hall_rules_set, links_renew, round_close, round_open
from tournaments.services.imports import ImportResult, event_import
from tournaments.services.late_entries import entries_number_late, late_numbering_refusal
from tournaments.services.moves import MovesStored, moves_remove, moves_store
from tournaments.services.pairing import pairings_delete, round_day_set, rounds_pair_all
from tournaments.services.people import (
    entries_identify_automatically,
    entry_identify,
    persons_admit,
)
from tournaments.services.player_reports import result_report
from tournaments.services.proposals import (
    proposal_current,
    proposal_make,
    proposal_order,
    proposal_store,
)
from tournaments.services.registering import (
    registration_approve,
    registration_by_token,
    registration_change,
    registration_closed,
    registration_create,
    registration_decline,
    registration_settings_set,
    registration_take_changes,
    registration_withdraw,
    registrations_forget,
)
from tournaments.services.results import (
    ResultChange,
    allowed_codes,
    record_result,
    result_undo,
    results_record,
)
from tournaments.services.rules import editions_for
from tournaments.services.schedule import schedule_fill, schedule_set
from tournaments.services.second_look import result_look
from tournaments.services.special_points import points_give, points_take_back
from tournaments.services.start_list import (
    list_difference,
    list_take_over,
    lists_refresh,
    rating_sequence_set,
)
from tournaments.services.swiss import (
    round_pair,
    round_pair_later,
    round_store,
    swiss_pairing,
)
from tournaments.services.swiss_setup import (
    fixed_board_set,
    fixed_tables,
    forbidden_pair_add,
    forbidden_pair_remove,
    is_fide_rated,
    setup_change,
    swiss_setup,
)

__all__ = [
    "ImportResult",
    "MovesStored",
    "ResultChange",
    "absent_settle",
    "allowed_codes",
    "bye_request",
    "byes_ask",
    "category_delete",
    "category_save",
    "check_in_drop",
    "check_in_open",
    "check_in_self",
    "check_in_set",
    "editions_for",
    "entries_add",
    "entries_identify_automatically",
    "entries_import",
    "entries_number",
    "entries_number_late",
    "entry_add",
    "entry_identify",
    "entry_remove",
    "entry_update",
    "entry_withdraw",
    "event_create",
    "event_finish",
    "event_import",
    "event_lock",
    "event_register",
    "event_reopen",
    "event_unlock",
    "event_update",
    "facts_changed",
    "fixed_board_set",
    "fixed_tables",
    "forbidden_pair_add",
    "forbidden_pair_remove",
    "hall_rules",
    "hall_rules_set",
    "has_begun",
    "is_fide_rated",
    "late_numbering_refusal",
    "links_renew",
    "list_difference",
    "list_take_over",
    "lists_refresh",
    "manual_findings",
    "moves_remove",
    "moves_store",
    "official_remove",
    "official_set",
    "order_change",
    "pairings_delete",
    "persons_admit",
    "points_give",
    "points_take_back",
    "proposal_current",
    "proposal_make",
    "proposal_order",
    "proposal_store",
    "rating_sequence_set",
    "record_result",
    "registration_approve",
    "registration_by_token",
    "registration_change",
    "registration_closed",
    "registration_create",
    "registration_day_set",
    "registration_decline",
    "registration_settings_set",
    "registration_take_changes",
    "registration_withdraw",
    "registrations_forget",
    "regulations_file",
    "result_look",
    "result_report",
    "result_undo",
    "results_record",
    "round_close",
    "round_day_set",
    "round_open",
    "round_pair",
    "round_pair_later",
    "round_pair_manual",
    "round_store",
    "rounds_pair_all",
    "schedule_fill",
    "schedule_set",
    "setup_change",
    "source_cite",
    "swiss_pairing",
    "swiss_setup",
]
