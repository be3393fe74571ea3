"""What the host and a referee write to each other, so that the rules need not know of it."""

import sys


class Illegal(Exception):
    """An action breaks the rules. The text says what would be right."""


def situation(match, seats, revealed):
    """Returns the lines of an answer."""
    yield f"position {match.position()}"
    if hasattr(match, "view"):
        for seat in [*range(seats), "spectator"]:
            yield f"view {seat} {match.view(seat)}"
    if revealed is not None:
        yield f"revealed {revealed}"
    seat = match.to_move()
    yield "over " + " ".join(str(score) for score in match.scores()) if seat is None else f"turn {seat}"


def lead(rules):
    """Leads matches, one after the other; `rules` makes one from a seed and the number of seats. Ends with its input."""
    match, seats = None, 0
    for line in sys.stdin:
        word, number, rest = [*line.rstrip("\n").split(" ", 2), "", ""][:3]
        revealed = None
        try:
            if word == "new":
                seats = int(rest)
                match = rules(int(number), seats)
            elif word == "act":
                revealed = match.act(int(number), rest)
            elif word == "forfeit":
                match.forfeit(int(number))
            else:
                continue
            answer = situation(match, seats, revealed)
        except Illegal as reason:
            answer = [f"illegal {reason}"]
        print(*answer, sep="\n", flush=True)
