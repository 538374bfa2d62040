"""Who may rate, publish and correct."""

from players.permissions import (
    PermissionTable,
    any_of,
    is_commission_member,
    is_federation_admin,
    is_rating_officer,
)

PERMISSIONS: PermissionTable = {
    "event_rate": any_of(is_commission_member, is_rating_officer),
    "event_correct": any_of(is_commission_member, is_rating_officer),
    "period_publish": any_of(is_rating_officer, is_federation_admin),
    # The list with whole dates of birth (9.12): for the federation itself, never public.
    "list_births": any_of(is_rating_officer, is_federation_admin, is_commission_member),
}
