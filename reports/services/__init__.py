"""Every write about reports, signatures and keys. Model first, then keyword-only."""

from reports.services.keys import (
    authority_renew,
    key_import,
    key_issue,
    key_revoke,
    usable_keys,
    valid_key,
)
from reports.services.paper_signatures import paper_sign, scan_of
from reports.services.papers import paper_freeze, report_hand_in_with_papers
from reports.services.received import papers_enter, papers_withdraw
from reports.services.reports import (
    RENDER_JOB,
    Document,
    report_document,
    report_hand_in,
    report_rendered,
    report_return,
)
from reports.services.roots import root_trust, root_withdraw
from reports.services.signatures import STOPS, expected_role, report_sign
from reports.services.start_lists import start_list_file

__all__ = [
    "RENDER_JOB",
    "STOPS",
    "Document",
    "authority_renew",
    "expected_role",
    "key_import",
    "key_issue",
    "key_revoke",
    "paper_freeze",
    "paper_sign",
    "papers_enter",
    "papers_withdraw",
    "report_document",
    "report_hand_in",
    "report_hand_in_with_papers",
    "report_rendered",
    "report_return",
    "report_sign",
    "root_trust",
    "root_withdraw",
    "scan_of",
    "start_list_file",
    "usable_keys",
    "valid_key",
]
