"""The questionnaire of Appendix 2: eighteen fields, of which five have to be filled in."""

from reports.sheets.questionnaire import FIELDS, questionnaire

FILLED = {
    "surname": "Тальников",
    "given_name": "Марк",
    "birth": "1990-03-03",
    "region": "Север",
    "email_1": "m@example.invalid",
}


def test_the_eighteen_fields_stand_in_the_order_of_the_appendix() -> None:
    sheet = questionnaire("Cup", "К-1", FILLED)
    assert [field.number for field in sheet.fields] == list(range(1, 19))
    assert [sheet.fields[number - 1].key for number in (1, 2, 4, 5, 11, 14, 17, 18)] == [
        "surname",
        "given_name",
        "birth",
        "region",
        "email_1",
        "board_rating",
        "iccf_rating",
        "further",
    ]
    assert len(set(FIELDS)) == 18


def test_fields_1_2_4_5_and_11_are_mandatory() -> None:
    sheet = questionnaire("Cup", "", FILLED)
    assert [field.number for field in sheet.fields if field.mandatory] == [1, 2, 4, 5, 11]
    assert sheet.missing == ()


def test_empty_mandatory_fields_are_named_by_number() -> None:
    (part,) = questionnaire("Cup", "", FILLED | {"birth": "", "email_1": "  "}).missing
    assert (part.article, part.inputs) == ("2.1", {"fields": "4, 11"})
    assert questionnaire("Cup", "", {}).missing[0].inputs == {"fields": "1, 2, 4, 5, 11"}
