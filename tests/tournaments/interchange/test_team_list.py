"""Lists of teams as people paste them."""

from tournaments.interchange.team_list import ListedTeam, read_team_list


def test_blocks_have_a_heading_a_captain_and_players_with_or_without_numbers() -> None:
    text = "\n\nRooks ; Ana K.\r\n1. Belic, Ana\r\n- Kos, Ivo\r\n\r\n\r\nKnights\n  12) Ruiz, Marta \n1804\n"
    assert read_team_list(text) == (
        ListedTeam(3, "Rooks", "Ana K.", ((4, "Belic, Ana"), (5, "Kos, Ivo"))),
        ListedTeam(8, "Knights", "", ((9, "Ruiz, Marta"), (10, "1804"))),
    )


def test_a_table_of_team_and_player_may_be_in_any_order() -> None:
    text = "Rooks\tBelic, Ana\t2100\nKnights\tRuiz, Marta\nROOKS\tKos, Ivo\n"
    assert read_team_list(text) == (
        ListedTeam(1, "Rooks", "", ((1, "Belic, Ana"), (3, "Kos, Ivo"))),
        ListedTeam(2, "Knights", "", ((2, "Ruiz, Marta"),)),
    )


def test_nothing_is_no_team() -> None:
    assert read_team_list(" \n\n") == ()
