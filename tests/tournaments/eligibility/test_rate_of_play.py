"""Rates of play in the forms in which they are written; minutes for 60 moves worked out by hand."""

from fractions import Fraction

import pytest

from tournaments.eligibility.rate_of_play import Period, UnreadableRate, minutes_for, read_code, read_rate


@pytest.mark.parametrize(
    ("text", "minutes"),
    [
        # examples of article 1.14: two hours; 75 + 15 + 60 x 0.5; 90 + 30
        ("2h", 120),
        ("75'/40 + 15' + 30\"", 120),
        ("90'/40 + 30'", 120),
        # 90 + 60 x 0.5
        ("90'+30\"", 120),
        ("90+30", 120),
        ("90 min + 30 s", 120),
        ("90′ + 30″", 120),
        ("90'+30''", 120),
        ("1h30 + 30s", 120),
        ("1:30 + 30 from move 1", 120),
        ("90 Minuten + 30 Sekunden pro Zug", 120),
        ("90 минут + 30 секунд на ход", 120),
        ("90 хвилин + 30 секунд на хід", 120),
        ("90 minuta + 30 sekundi po potezu", 120),
        ("90 minutos + 30 segundos por jugada", 120),
        ("G/90 inc 30", 120),
        ("90 min, increment 30 sec/move", 120),
        # 75 + 15 + 30
        ("40/75'+15'+30\"", 120),
        ("40/75+15+30s", 120),
        ("40/75+15+30", 120),
        ("75'/40 + 15' + 30\"/move", 120),
        ("40 ходов за 75 мин. + 15 мин. + 30 с на ход с 1-го хода", 120),
        ("75 min for 40 moves, then 15 min, with 30 s added per move from move 1", 120),
        # 90 + 30 + 30
        ("90 min/40 moves + 30 min + 30 s", 150),
        ("40 Züge in 90 Minuten, danach 30 Minuten, 30 Sekunden/Zug", 150),
        ("40 poteza za 90 minuta, zatim 30 minuta uz dodatak od 30 sekundi po potezu", 150),
        ("90+30+30", 150),
        # 40 moves in 120, the other 20 in 60
        ("2h/40 + 1h", 180),
        ("40/120 + 20/60", 180),
        # the moves of the first period stand by its increment: 60 + 20 + 60 x 0.5
        ("60'+30\"/40 + 20'+30\"", 110),
        ("(60'+30\")/40 + (20'+30\")", 110),
        ("60+30/40, 20+30", 110),
        ("40/60+30, 20+30", 110),
        ("60 minutes + 30 seconds until move 40, then 20 minutes + 30 seconds", 110),
        ("60 min + 30 sec for 40 moves then 20 min + 30 sec", 110),
        ("60 min + 30 sec per move for 40 moves, then 20 min + 30 sec per move", 110),
        ("60 Minuten + 30 Sekunden bis Zug 40, dann 20 Minuten + 30 Sekunden", 110),
        ("60 мин + 30 сек до 40-го хода, затем 20 мин + 30 сек", 110),
        ("60 minutos + 30 segundos hasta la jugada 40, luego 20 minutos + 30 segundos", 110),
        # a comma between periods, and in a number: 75 + 15 + 30; 90 + 60; 60 x 2.5
        ("40/75,15,30", 120),
        ("40/90,1h", 150),
        ("2,5 h", 150),
        ("1,5 часа + 30 сек", 120),
        # two increments of one size in plus signs alone: 100 + 50, and the rest is not reached
        ("40/100+20/50+15, 30", 180),
        # half of what both have together
        ("3h total for both players", 90),
        ("4 часа всего на двоих", 120),
        ("90 min for each of both players", 90),
        # without an increment
        ("40/90+30", 120),
        ("120 minutes per player per game", 120),
        ("2½ h", 150),
        ("SD/30", 30),
        # 15 + 60 x 10/60; 3 + 60 x 2/60; 25 + 60 x 10/60; 90 + 60 x 5/60
        ("15+10", 25),
        ("15 minutes plus 10 sec per move", 25),
        ("3+2", 5),
        ("25'+10''", 35),
        ("G/90 d5", 95),
        ("All moves in 90 minutes, plus 10 seconds per move", 100),
        # TRF26: 5400 s + 60 x 30 s; (6000 + 900 + 60 x 30) / 60
        ("5400+30", 120),
        ("40/6000+30:900+30", 145),
    ],
)
def test_time_for_sixty_moves(text: str, minutes: int) -> None:
    rate = read_rate(text)
    assert (rate.least(), rate.most()) == (minutes, minutes)


def test_a_period_that_sixty_moves_do_not_reach_does_not_count() -> None:
    # 40 moves in 100 minutes and 20 in 50 are 60 moves; the last 15 minutes come after them: 100 + 50 + 30
    assert read_rate("40/100+20/50+15+30").least() == 180
    assert read_rate("40/6000+30:20/3000+30:1500+30").least() == 180
    assert read_rate("40/100+20/50+15+30").least(61) == Fraction(391, 2)  # 165 and 61 half minutes


def test_increments_from_a_later_move_are_given_for_those_moves_only() -> None:
    # 100 + 50 minutes, and half a minute for each of the moves 41 to 60
    assert read_rate("100'/40 + 50'/20 + 15' + 30\" ab Zug 41").least() == 160
    assert minutes_for((Period(None, 3600, 30, 41),), 60) == 70
    assert minutes_for((Period(None, 3600, 30, 61),), 60) == 60


def test_increments_of_single_periods_belong_to_them() -> None:
    # no increment in the first 40 moves, 30 s in the other 20: 100 + 15 + 10
    assert read_code("40/6000:900+30").least() == 125
    # 60 + 20 minutes, 40 x 30 s and 20 x 10 s
    assert read_rate("60'+30\"/40 + 20'+10\"").least() == 80 + 20 + Fraction(200, 60)
    # 5 s for 40 moves, 10 s for 20 moves: 60 + 20 + 200/60 + 200/60
    assert read_rate("40/60' 5\" + 20' 10\"").least() == 80 + Fraction(400, 60)


@pytest.mark.parametrize(
    ("text", "least", "most"),
    [
        ("60-90 min", 60, 90),
        ("40/120", 120, 240),  # nobody says what comes after: nothing, or the same again
        ("180+2", 5, 182),  # seconds as pairing programs write them, or minutes
        ("3 h for both players", 90, 180),  # together, or each
    ],
)
def test_what_can_be_read_in_two_ways_is_a_range(text: str, least: int, most: int) -> None:
    rate = read_rate(text)
    assert (rate.least(), rate.most()) == (least, most)


def test_unequal_times_are_known_as_such() -> None:
    assert read_code("W300-B240").unequal
    # Black's 240 s, whatever White has; both together 540 s
    slower = read_code("W300-B240")
    assert (slower.least(), slower.most(), slower.of_a_game()) == (4, 4, 9)
    assert read_rate("90'+30\"").of_a_game() == 240
    assert not read_code("W300-B300").unequal
    assert not read_rate("60-90 min").unequal


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("40/75'+15'+30\"", 40),
        ("75'/40 + 15'", 40),
        ("60'+30\"/40 + 20'+30\"", 40),
        ("60 min + 30 sec until move 36, then 20 min + 30 sec", 36),
        ("100'x30mm + 50'", 30),
        ("90'+30\"", None),
        ("2h", None),
    ],
)
def test_first_control(text: str, moves: int | None) -> None:
    assert read_rate(text).first_control == moves


@pytest.mark.parametrize(
    "text",
    [
        "",
        "moves/time, increment",
        "as usual",
        "10 days per 10 moves",
        "30 Tage für 10 Züge",
        "30 дней на 10 ходов",
        "120 min. 2",
        "0 min",
        "90''",
        "9999 h",
    ],
)
def test_what_is_no_rate_of_play_is_refused(text: str) -> None:
    with pytest.raises(UnreadableRate):
        read_rate(text)


@pytest.mark.parametrize("code", ["", "90'+30\"", "W300", "5400+", "40/", "0/5400"])
def test_what_is_no_code_in_seconds_is_refused(code: str) -> None:
    with pytest.raises(UnreadableRate):
        read_code(code)


def test_the_code_of_a_file_goes_before_its_words() -> None:
    assert read_rate("see the rules", "180+2").least() == 5
