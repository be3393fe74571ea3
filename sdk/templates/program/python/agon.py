"""Speaks Agon's protocol for programs: lines of text on standard input and output.

A game's module gives a base class for bots. This one calls it: once for each match, then once for each turn.
"""

import sys


class Session:
    """What a bot knows of its match."""

    def __init__(self, game, options):
        self.game = game  # the game's id
        self.options = options  # from the command line: name to text
        self.seat = 0  # from 0
        self.seats = 1
        self.seed = 0  # for the bot's own random numbers: equal seeds should give equal matches
        self.time_left = None  # of CPU time when the turn began, seconds; None: no limit

    def log(self, text):
        """Writes a line to the seat's log."""
        _write("log " + " ".join(str(text).split("\n")))

    def act(self, action):
        """Plays an action inside the turn. Returns the text that it revealed; None: the turn is over."""
        _write("act " + action)
        for line in sys.stdin:
            word, _, rest = line.rstrip("\r\n").partition(" ")
            if word in ("revealed", "over"):
                return rest if word == "revealed" else None
        sys.exit(0)


def _write(line):
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def play(make_bot):
    """Plays matches until the host ends. `make_bot` takes a Session, and its result has turn(position text)."""
    game, options, bot, session = "", {}, None, None
    for line in sys.stdin:
        word, _, rest = line.rstrip("\r\n").partition(" ")
        if word == "game":
            game = rest.split()[0]
        elif word == "option":
            name, _, value = rest.partition(" ")
            options[name] = value
        elif word == "start":
            _write("ready")
        elif word == "new":
            pairs = rest.split()
            facts = dict(zip(pairs[::2], pairs[1::2]))
            session = Session(game, options)
            session.seat, session.seats = int(facts["seat"]), int(facts["seats"])
            session.seed = int(facts["seed"])
            bot = make_bot(session)
        elif word == "turn":
            left, _, position = rest.partition(" ")
            session.time_left = None if left == "-" else int(left) / 1000
            _write("action " + bot.turn(position))
        elif word == "quit":
            break
