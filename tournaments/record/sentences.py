"""English sentences of the findings of the pure packages, by message key; marked for translation."""

from collections.abc import Mapping
from types import MappingProxyType


def gettext_noop(message: str) -> str:
    """Marks a message for the catalogue; a page translates it when it is shown."""
    return message


SENTENCES: Mapping[str, str] = MappingProxyType(
    {
        "points.differ": gettext_noop(
            "Player {player}: the stated points {stated} are not the sum of the results, {computed}."
        ),
        "points.bye_ahead": gettext_noop(
            "Player {player}: the stated points {stated} already hold a bye of a round that has not begun; "
            "computed {computed}."
        ),
        "round.beyond_announced": gettext_noop(
            "Line {line}: player {player} has a result in round {round}, but {announced} rounds are "
            "announced."
        ),
        "round.two_games": gettext_noop(
            "Round {round}: player {player} has more than one game or bye ({codes})."
        ),
        "round.board_twice": gettext_noop(
            "Round {round}: board {board} is used more than once (players {players})."
        ),
        "game.self": gettext_noop("Round {round}, board {board}: player {player} is paired with himself."),
        "pair.again": gettext_noop(
            "Round {round}: players {player} and {other} had already played in round {before}."
        ),
        "bye.allocated_twice": gettext_noop(
            "Round {round}: player {player} gets a second pairing-allocated bye; the first was in "
            "round {before}."
        ),
        "bye.two_in_round": gettext_noop(
            "Round {round}: players {players} all have the pairing-allocated bye; one player a round "
            "may have it."
        ),
        "colour.three": gettext_noop(
            "Player {player} has the same colour three times in a row, in the rounds up to {round}."
        ),
        "colour.difference": gettext_noop(
            "The colours of player {player} up to round {round}: White {white}, Black {black}."
        ),
        "colour.unknown": gettext_noop("Round {round}: it is not known who had White (games: {games})."),
        "round.too_many_games": gettext_noop("Round {round} has {games} games for {entries} players."),
        "round.no_date": gettext_noop("Rounds without a date: {rounds} of {played}."),
        "round.outside": gettext_noop("Round {round} is dated {day}, outside the event ({start} to {end})."),
        "round.order": gettext_noop("Round {round} is dated {day}, before round {before}."),
        "round.beyond": gettext_noop(
            "{announced} rounds are announced, but there are games or byes in round {round}."
        ),
        "round.open_before": gettext_noop(
            "Round {round} has games without result ({games}) although round {later} began."
        ),
        "event.no_start": gettext_noop(
            "The event has no start day. It decides edition and rating list: type it."
        ),
        "event.no_end": gettext_noop("The event has no last day."),
        "event.dates": gettext_noop("The event ends on {end}, before it starts on {start}."),
        "pairing.self": gettext_noop("Round {round}, board {board}: player {player} cannot play himself."),
        "pairing.unknown_player": gettext_noop("Round {round}: nobody has the start number {player}."),
        "pairing.twice": gettext_noop("Round {round}: player {player} has {times} places; he can have one."),
        "pairing.absent": gettext_noop(
            "Round {round}: player {player} is marked absent and cannot be paired."
        ),
        "pairing.missing": gettext_noop("Round {round}: not paired and not marked absent: {players}."),
        "pairing.rematch": gettext_noop(
            "Round {round}, board {board}: {player} and {other} have already played, in round {before}."
        ),
        "pairing.forbidden": gettext_noop(
            "Round {round}, board {board}: {player} and {other} are a forbidden pair of this event."
        ),
        "pairing.second_bye": gettext_noop(
            "Round {round}: player {player} already had the allocated bye, in round {before}."
        ),
        "pairing.bye_after_free_point": gettext_noop(
            "Round {round}: player {player} may not have the allocated bye; in round {before} he "
            "scored a win's points without playing ({code})."
        ),
        "pairing.bye_needless": gettext_noop(
            "Round {round}: player {player} has the allocated bye although the number of players "
            "present is even."
        ),
        "pairing.colour_clash.w": gettext_noop(
            "Round {round}, board {board}: {player} and {other} both must have White."
        ),
        "pairing.colour_clash.b": gettext_noop(
            "Round {round}, board {board}: {player} and {other} both must have Black."
        ),
        "pairing.colour_third.w": gettext_noop(
            "Round {round}, board {board}: player {player} would have White a third time in a row."
        ),
        "pairing.colour_third.b": gettext_noop(
            "Round {round}, board {board}: player {player} would have Black a third time in a row."
        ),
        "pairing.colour_difference": gettext_noop(
            "Round {round}, board {board}: the colours of player {player} would be White {white}, "
            "Black {black}; the difference may not be greater than 2."
        ),
        "teams.self": gettext_noop("Round {round}: team {team} cannot play itself."),
        "teams.unknown": gettext_noop("Round {round}: there is no team {team}."),
        "teams.twice": gettext_noop("Round {round}: team {team} has {times} places; it can have one."),
        "teams.absent": gettext_noop("Round {round}: team {team} does not play in this round."),
        "teams.missing": gettext_noop("Round {round}: teams without a match or a bye: {teams}."),
        "teams.rematch": gettext_noop(
            "Round {round}: teams {team} and {rival} have already met, in round {before}."
        ),
        "teams.forbidden": gettext_noop("Round {round}: teams {team} and {rival} may not meet."),
        "teams.bye_needless": gettext_noop(
            "Round {round}: team {team} has the allocated bye although the number of teams is even."
        ),
        "teams.second_bye": gettext_noop(
            "Round {round}: team {team} may not have the allocated bye; in round {before} it scored without "
            "playing."
        ),
        "pairing.edition_later": gettext_noop(
            "Round {round} is dated {day}; the engine pairs by {title}, in force from {since}. The "
            "earlier rules pair about one round in fifteen differently."
        ),
        "result.penalty": gettext_noop(
            "Round {round}, board {board}: {code} between {player} and {other} takes points from both "
            "sides or one; "
            "confirm the penalty."
        ),
        "encoding.guessed": gettext_noop(
            "The file is not UTF-8; it was read as Latin-1. Check the names in {count} lines (from "
            "line {line})."
        ),
        "encoding.guessed_as": gettext_noop(
            "The file is not UTF-8; it was read as {encoding}. Check the names in {count} lines (from "
            "line {line})."
        ),
        "line.extension": gettext_noop(
            "Lines of pairing programs outside the format ({records}) were read and kept; they are not "
            "part of a report."
        ),
        "line.repeated": gettext_noop("Lines {lines} both give {record} and differ; the first counts."),
        "name.missing": gettext_noop("Players without a name: {players}."),
        "sex.unknown": gettext_noop("Sex {text} is none of m, w, f; not stored (players {players})."),
        "title.unknown": gettext_noop("{text} is not a FIDE title; stored as it stands (players {players})."),
        "federation.unreadable": gettext_noop(
            "Federation {text} is not a three-letter code; not stored (players {players})."
        ),
        "birth.unreadable": gettext_noop(
            "Birth date {text} is not YYYY/MM/DD; not stored (players {players})."
        ),
        "line.informative": gettext_noop(
            "Line {line}, column {column}: record {record} has another opponent, colour or score of team {team} in "
            "round {round} than the games, which count."
        ),
        "table.read": gettext_noop(
            "The file is a crosstable, not a TRF; days, system and rounds to come are not part of it."
        ),
        "table.square": gettext_noop(
            "The columns of the table are opponents, not rounds ({cycles} game(s) of each pair): the games are put "
            "into rounds by the Berger table, and who had White is not known. Empty cells are games still to be played."
        ),
        "table.damaged": gettext_noop("The spreadsheet cannot be opened: {reason}"),
        "table.none": gettext_noop(
            "No sheet has a row with the heads “Name” and rounds (1, 2, …) and results below it."
        ),
        "table.cell": gettext_noop(
            "Row {line}, round {round}: “{text}” of player {player} is no opponent, colour and result."
        ),
        "line.unreadable": gettext_noop(
            "Line {line}, column {column}: “{text}” is nothing that record {record} can say here; the line is kept "
            "word for word and not taken into account."
        ),
        "bye.read_as": gettext_noop(
            "{code} without an opponent was read as {other_code} ({count} times, players {players})."
        ),
        "date.day_first": gettext_noop("{field} {text} was read as {day}: the day stands first."),
        "date.month_first": gettext_noop("{field} {text} was read as {day}: the month stands first."),
        "date.ambiguous": gettext_noop("{field} {text} can be read in two ways; type the day."),
        "date.two_digit": gettext_noop("{field} {text} has a year of two digits; type the day."),
        "date.invalid": gettext_noop("{field} {text} is not a day; type it."),
        "date.typed": gettext_noop("The file gives {stated} for {field}; the typed day {typed} counts."),
        "round.date_unreadable": gettext_noop(
            "{count} round dates are not YY/MM/DD and were left out: {text}."
        ),
        "rounds.differ": gettext_noop(
            "Lines {lines} announce different numbers of rounds; {taken} was taken."
        ),
        "scores.partly": gettext_noop(
            "The points per result hold values that the record cannot keep (an absence worth points, "
            "byes unlike "
            "results); points may not add up."
        ),
        "scores.look_like": gettext_noop(
            "All stated points fit the score system {system}, which the file does not name; set it if "
            "it was used."
        ),
        "points.special": gettext_noop(
            "Lines 299 ({count}) give other points than the score system, or points beside the results. They count "
            "in the standings; ratings go by the results alone."
        ),
        "event.federation_unreadable": gettext_noop("{text} is not a three-letter federation; not stored."),
        "type.unknown": gettext_noop("The coded type {text} is not in the list; read as {system}."),
        "system.unknown": gettext_noop("The file does not say which system was played ({text})."),
        "system.not_said": gettext_noop("The file does not say which system was played."),
        "occasion.read_from_text": gettext_noop("The text {text} was read as that of a league."),
        "edition.not_in_force": gettext_noop(
            "{edition} was not in force on {start}, the first day: {binding} binds the event."
        ),
        "edition.none_in_force": gettext_noop(
            "{edition} was not in force on {start}, the first day, and no other text at hand was."
        ),
        "system.read_from_text": gettext_noop("The system was read from the text {text}: {system}."),
        "players.count": gettext_noop("The file states {stated} players and lists {actual}."),
        "rated.count": gettext_noop("The file states {stated} rated players and lists {actual}."),
        "teams.count": gettext_noop("The file states {stated} teams and lists {actual}."),
        # what refuses a file
        "file.encoding": gettext_noop(
            "Line {line}: byte {byte} belongs neither to UTF-8 nor to Latin-1 text."
        ),
        "file.encoding_named": gettext_noop("The file is {encoding}; TRF is UTF-8 or Latin-1."),
        "file.not_text": gettext_noop("Line {line}: the file is not text."),
        "file.character_cut": gettext_noop("Line {line}: the file ends inside a character; it is cut off."),
        "file.too_large": gettext_noop(
            "The file has {rounds} rounds for {entries} players, which no tournament has."
        ),
        "file.no_players": gettext_noop("The file has no player lines (001)."),
        "line.unknown": gettext_noop("Line {line}: {text} is not a record of TRF."),
        "columns.tab": gettext_noop(
            "Line {line}: a tab character in a player line; its columns cannot be counted."
        ),
        "columns.slipped": gettext_noop(
            "Line {line}: the columns have slipped: {character} stands where a blank must end the {field}."
        ),
        "columns.unreadable": gettext_noop("Line {line}: {text} is not a {field}."),
        "columns.cell": gettext_noop(
            "Line {line}, round {round}: {text} is not an opponent, a colour and a result."
        ),
        "number.missing": gettext_noop("Line {line}: the player has no start number."),
        "number.twice": gettext_noop("Lines {line} and {other_line} both have start number {player}."),
        "number.gap": gettext_noop("Start numbers are missing after line {line}: {missing}."),
        "colour.unknown_letter": gettext_noop("Line {line}, round {round}: {code} is not a colour."),
        "code.unknown": gettext_noop("Line {line}, round {round}: {code} is not a result code."),
        "code.needs_opponent": gettext_noop(
            "Line {line}, round {round}: player {player} has {code} but no opponent."
        ),
        "code.bye_with_opponent": gettext_noop(
            "Round {round}: players {player} and {other} are paired, but their codes are {code} and "
            "{other_code} "
            "(lines {line} and {other_line})."
        ),
        "opponent.self": gettext_noop("Line {line}, round {round}: player {player} is his own opponent."),
        "opponent.missing": gettext_noop(
            "Line {line}, round {round}: player {player} meets {other}, who is not in the file."
        ),
        "opponent.not_mirrored": gettext_noop(
            "Round {round}: player {player} meets {other} with {code} (line {line}), but {other} has "
            "no opponent "
            "(line {other_line}, code {other_code})."
        ),
        "opponent.plays_another": gettext_noop(
            "Round {round}: player {player} meets {other} with {code} (line {line}), but {other} meets "
            "{third} "
            "(line {other_line}, code {other_code})."
        ),
        "colour.not_mirrored": gettext_noop(
            "Round {round}: players {player} and {other} have the colours {code} and {other_code} "
            "(lines {line} and {other_line})."
        ),
        "result.not_mirrored": gettext_noop(
            "Round {round}: player {player} has {code} against {other}, player {other} has "
            "{other_code} against "
            "{player} (lines {line} and {other_line})."
        ),
        "bye.unreadable": gettext_noop("Line {line}: {text} is not a bye, a round and start numbers."),
        "bye.unknown_player": gettext_noop(
            "Line {line}, round {round}: {text} is not the number of a player."
        ),
        "bye.contradicts": gettext_noop(
            "Round {round}: line {line} gives player {player} the bye {code}, line {other_line} has "
            "{other_code}."
        ),
        "scores.unreadable": gettext_noop("Line {line}: {text} is not a number of points for a result."),
        "team.number_missing": gettext_noop("Line {line}: the team has no number."),
        "team.number_twice": gettext_noop("Lines {line} and {other_line} both have team number {team}."),
        "team.member_missing": gettext_noop(
            "Line {line}: player {player} of team {team} is not in the file."
        ),
        "team.member_twice": gettext_noop(
            "Player {player} stands in two teams (lines {line} and {other_line})."
        ),
        # entry lists
        "entries.empty": gettext_noop("The list has no rows."),
        "entries.cell_too_long": gettext_noop(
            "A cell is far too long; perhaps a quotation mark is open. Nothing was read."
        ),
        "entries.formula_empty": gettext_noop(
            "Formulas without a stored result were read as empty cells: {cells}. Open the file in a spreadsheet, save "
            "it, and take it again."
        ),
        "entries.rows_above": gettext_noop("What stands above the headings was not read: {text}"),
        "entries.columns_twice": gettext_noop("Headings that come twice; the first one is used: {columns}."),
        "entries.columns_guessed": gettext_noop(
            "The list has no headings; its columns were read as: {columns}."
        ),
        "entries.columns_unknown": gettext_noop("Columns that were not used: {columns}."),
        "entries.no_name": gettext_noop("Line {line}: neither a name nor a number; the row was left out."),
        "entries.unreadable": gettext_noop("Line {line}: {text} cannot be read as {field}; left empty."),
        "entries.id_was_number": gettext_noop(
            "Line {line}: {field} {text} was turned into a number by a spreadsheet; format the column "
            "as text."
        ),
        "entries.id_in_cell": gettext_noop(
            "Cell {address}: {text} is no national number of {figures} figures; left empty."
        ),
        "entries.title_unknown": gettext_noop("Line {line}: {text} is not a FIDE title."),
        "entries.birth_ambiguous": gettext_noop(
            "Line {line}: birth {text} can be read in several ways; left empty."
        ),
        "entries.figures_in_name": gettext_noop(
            "Names that hold figures, such as “{text}”: separate name, rating and year of birth by semicolons "
            "or tabs. As it stands the figures become part of the name (rows: {count})."
        ),
        "entries.twice": gettext_noop("Lines {lines} have the same {field}: {text}."),
        # what a writer had to leave out
        "write.name_cut": gettext_noop("Names longer than 33 characters were cut: {names}."),
        "write.field_cut": gettext_noop("{field} too long for its columns, left out (players {players})."),
        "write.code_nearest": gettext_noop(
            "{format} has no code for {codes}; written as the nearest result (games: {count})."
        ),
        "write.awarded_halves": gettext_noop(
            "{format} has no code for a half point awarded to both; written as half-point byes "
            "(games: {count})."
        ),
        "write.lines_left": gettext_noop("{count} lines of the source are not part of {format}: {records}."),
        "write.facts_left": gettext_noop("{format} has no place for: {facts}."),
        "write.rounds_left": gettext_noop("TRF16 cannot say how many rounds are planned ({rounds})."),
        "write.spelling_changed": gettext_noop(
            "{count} cells of the source were changed since and are spelled anew."
        ),
        "write.colour_unknown": gettext_noop("Games written without colours: {count}."),
    }
)

# What would mend a finding about a file or a record, by its code.
REMEDIES: Mapping[str, str] = MappingProxyType(
    {
        "points.differ": gettext_noop("Compare the results of the player with the pairing lists."),
        "points.bye_ahead": gettext_noop("Nothing to mend once that round has begun."),
        "round.two_games": gettext_noop("Delete all but one of them."),
        "round.board_twice": gettext_noop("Give each game of the round a board of its own."),
        "round.too_many_games": gettext_noop("Look for players who are paired more than once."),
        "game.self": gettext_noop("Correct the opponent."),
        "pair.again": gettext_noop("Compare the pairing lists of both rounds, or correct the system."),
        "bye.allocated_twice": gettext_noop("See whether one of them was asked for, or was a forfeit."),
        "bye.two_in_round": gettext_noop("See which of them were asked for."),
        "round.beyond": gettext_noop("Correct the number of rounds."),
        "round.open_before": gettext_noop("Enter the results, or the forfeits."),
        "round.outside": gettext_noop("Correct the date of the round, or the days of the event."),
        "round.order": gettext_noop("Correct the dates of the rounds."),
        "event.no_start": gettext_noop("Type the first day of play."),
        "event.no_end": gettext_noop("Type the last day of play."),
        "event.dates": gettext_noop("Correct the first or the last day."),
        "event.federation_unreadable": gettext_noop("Type the three letters of the federation."),
        "date.asked": gettext_noop("Type the day."),
        "date.typed": gettext_noop("Correct the day in the file, or leave out the typed one."),
        "round.date_unreadable": gettext_noop("Write the dates of line 132 as YY/MM/DD."),
        "rounds.differ": gettext_noop("Leave one number of rounds in the file."),
        "type.unknown": gettext_noop("Use a coded type of the list, or type the system."),
        "system.unknown": gettext_noop("Type the system."),
        "line.repeated": gettext_noop("Delete one of the lines."),
        "players.count": gettext_noop("Look for missing players, or correct line 062."),
        "line.informative": gettext_noop("Nothing to mend: the line is for the eye and is written anew."),
        "line.unreadable": gettext_noop(
            "Correct the line in the program that made the file, or enter the fact by hand."
        ),
        "points.special": gettext_noop(
            "Nothing to mend; compare the points of these players with the file's."
        ),
        "scores.look_like": gettext_noop("State the points per result in line 162."),
        "scores.partly": gettext_noop("Nothing to mend for the ratings; standings may differ."),
        "bye.read_as": gettext_noop("Give byes the code F, H, U or Z."),
        "name.missing": gettext_noop("Add the names."),
        "sex.unknown": gettext_noop("Write m or w."),
        "title.unknown": gettext_noop("Correct the title."),
        "federation.unreadable": gettext_noop("Write the three letters of the federation."),
        "birth.unreadable": gettext_noop("Write the date of birth as YYYY/MM/DD."),
        "edition.not_in_force": gettext_noop("Take the text that binds the event, or correct its first day."),
        "edition.none_in_force": gettext_noop("Check the first day of the event."),
    }
)

# The next step for what refuses a file, by code.
HINTS: Mapping[str, str] = MappingProxyType(
    {
        "file.encoding": gettext_noop(
            "Save the file as UTF-8 in the program that made it, and read it again."
        ),
        "file.truncated": gettext_noop("Copy or download the file again; its end is missing."),
        "file.too_large": gettext_noop("Look for a stray character or date far out on a line."),
        "file.no_players": gettext_noop("Choose the tournament report file (TRF), not another export."),
        "line.unknown": gettext_noop("Correct the first three characters, or delete the line."),
        "table.square": gettext_noop(
            "Compare the rounds with the event's; if they matter, take its TRF file instead."
        ),
        "table.damaged": gettext_noop("Save it again as XLSX, or as CSV."),
        "table.none": gettext_noop("Export the crosstable with one column a round, not the standings alone."),
        "table.cell": gettext_noop("Cells are written as 12w1, 3b½ or 12:W; a bye as U, F, H or Z."),
        "columns.tab": gettext_noop("Replace tabs by blanks so that every field starts in its column."),
        "columns.slipped": gettext_noop(
            "A field is too long or a blank is missing before this column (a name may have 33 characters)."
        ),
        "columns.unreadable": gettext_noop("Correct the field in the program that made the file."),
        "columns.cell": gettext_noop("A round has opponent (4), blank, colour, blank, result, two blanks."),
        "number.missing": gettext_noop("Give every player a start number in columns 5 to 8."),
        "number.twice": gettext_noop("Give every player a start number of his own."),
        "number.gap": gettext_noop(
            "Start numbers run from 1 without a gap; add the missing players or renumber."
        ),
        "colour.unknown_letter": gettext_noop("Use w, b or -."),
        "code.unknown": gettext_noop("Use 1 0 = + - W D L H F U Z or a blank."),
        "code.needs_opponent": gettext_noop("Name the opponent, or use H, F, U or Z."),
        "code.bye_with_opponent": gettext_noop("A bye has opponent 0000; a forfeit has + and -."),
        "opponent.missing": gettext_noop("Add the player's 001 line or correct the opponent."),
        "opponent.self": gettext_noop("Correct the opponent."),
        "opponent.not_mirrored": gettext_noop(
            "Compare the pairing list of the round; correct one of the two lines."
        ),
        "colour.not_mirrored": gettext_noop("One side has w, the other b."),
        "result.not_mirrored": gettext_noop("Compare the result slip; correct one of the two lines."),
        "bye.two_in_round": gettext_noop("Use U once a round; other byes are F, H or Z."),
        "bye.contradicts": gettext_noop("Delete one of the two."),
        "bye.unreadable": gettext_noop(
            "Line 240 has F, H or Z in column 5, the round in 7 to 9, players from 11."
        ),
        "bye.unknown_player": gettext_noop("Line 240 lists start numbers of players, five columns each."),
        "round.beyond_announced": gettext_noop(
            "Correct the number of rounds (142) or delete the surplus round."
        ),
        "scores.unreadable": gettext_noop("Points are whole or half points."),
        "team.member_missing": gettext_noop("Add the player's 001 line or correct the team."),
        "team.member_twice": gettext_noop("Leave the player in one team."),
    }
)
