"""Every write about reports, signatures and keys. Model first, then keyword-only."""

from reports.services.keys import key_issue, key_revoke, valid_key
from reports.services.papers import paper_freeze, report_hand_in_with_papers
from reports.services.reports import (
    RENDER_JOB,
    Document,
    report_document,
    report_hand_in,
    report_rendered,
    report_return,
)
from reports.services.signatures import expected_role, report_sign
from reports.services.start_lists import start_list_file

__all__ = [
    "RENDER_JOB",
    "Document",
    "expected_role",
    "key_issue",
    "key_revoke",
    "paper_freeze",
    "report_document",
    "report_hand_in",
    "report_hand_in_with_papers",
    "report_rendered",
    "report_return",
    "report_sign",
    "start_list_file",
    "valid_key",
]
