"""Matches between strategies, some of which can be Python functions; transcripts and stored results as tables."""

import html
import json
import os
import warnings

from . import _agon, layouts
from .games import State, find, merged


class Turn:
    """What a Python function gets when its seat is to move. Valid until the function returns."""

    def __init__(self, game, raw):
        self.game = game
        self._turn = raw
        self._data = raw.observation
        self.seat = raw.seat
        self.seats = raw.seats
        self.seed = raw.seed  # for the strategy's own random numbers: the same each time that the match is played

    @property
    def observation(self):
        """What the seat knows, as State.observe() returns it."""
        return self.game._observation(self._data)

    @property
    def fields(self):
        """The same as a dict: see Game.fields()."""
        return layouts.fields(self.game._struct("observation"), self._data)

    @property
    def position(self):
        """The same as text."""
        return self._turn.position()

    def state(self, seed=None):
        """Returns a State for search that agrees with the observation: see State.from_observation()."""
        return State.from_observation(self.game, self._data, self.seat, self.seats, seed)

    def legal_actions(self):
        """Returns all legal actions: see State.legal_actions()."""
        return self.state(self.seed).legal_actions()

    def act(self, action):
        """Plays an action before the last one, in games in which a seat acts several times in a row. Returns what it revealed,
        or None. If `over` is set afterwards, the turn is over, and what the function returns is ignored."""
        data, over = self._turn.act(self._bytes(action))
        self.over = over
        return self.game._reply(data)

    over = False

    def log(self, line):
        """Appends a line to the seat's log, which a failure's result shows."""
        self._turn.log(str(line))

    def _bytes(self, action):
        return self._turn.parse_action(action) if isinstance(action, str) else self.game.action(action)


def _player(game, player):
    """Returns what the module takes: the text of a strategy, or a name and a function of bytes."""
    if isinstance(player, (str, os.PathLike)):
        return os.fspath(player)
    if not callable(player):
        raise TypeError(f"a player is a strategy's name, a path or a function, not {type(player).__name__}")

    def act(raw):
        turn = Turn(game, raw)
        action = player(turn)
        if action is None and turn.over:
            return b""
        return turn._bytes(action)

    name = getattr(player, "__name__", type(player).__name__)
    return (name, act)


class Match:
    """A match that was played: `record` has all of it, `line` is its transcript as `agon --record` writes it.

    `record["usage"]` has `cpu_us`, the CPU time of each action's turn; `logs`, a dict for each turn with lines: action (its number,
    from 1), log, cut (the bytes that are left out); `memory`, a dict for each turn after which it was measured: action, kib; and
    `evaluations`, a dict for each turn with a report: action, value (a score) or share (of the opponents to beat), depth, nodes, line.
    """

    def __init__(self, record):
        self.line = record.pop("line")
        self.record = record
        self.seed = record["seed"]
        self.seats = record["seats"]  # a dict for each: name, score, outcome, cpu_s, ...
        self.actions = record["actions"]  # a dict for each: seat, action, reveals
        self.scores = [seat["score"] for seat in self.seats]
        self.outcomes = [seat["outcome"] for seat in self.seats]

    def __repr__(self):
        seats = ", ".join(f"{seat['name']} {seat['score']:g}" for seat in self.seats)
        return f"<agon.Match of {self.record['game']}, seed {self.seed}: {seats}>"

    def _repr_html_(self):
        rows = "".join(
            f"<tr><td>{html.escape(seat['name'])}</td><td>{seat['score']:g}</td><td>{html.escape(seat['outcome'])}</td></tr>"
            for seat in self.seats
        )
        return f"<table><tr><th>strategy</th><th>score</th><th>outcome</th></tr>{rows}</table>"


class Arena:
    """Plays matches between the same players, which sit in the given order.

    A player is a strategy as after `agon --plugin` ("greedy", "./mybot.so,depth=3", "./bot.py"), or a function that takes a Turn
    and returns an action. If a function raises an Exception or returns an illegal action, its seat fails, and the result has
    the reason and the traceback. Functions run in this process, without limits. Raises Error. Use an Arena in one thread.

    The keywords have the names and units of the command line's options and apply to each strategy:

        isolation        "sandbox", "process" or "none"; a RuntimeWarning names each layer of the sandbox that this machine
                         lacks, and "sandbox,strict" raises Error there
        time, turn_time  seconds of CPU time for the match and for each turn; 0: no limit
        increment        seconds that each turn adds to `time`
        memory           MiB; 0: no limit
        wall             seconds of wall-clock time for the match; 0: no limit
        threads          how many a strategy may have
        fresh            whether each match gets new processes
        secret           changes the strategies' own random numbers
        opening          the actions, as texts, with which each match begins before the players' turns
        opening_plies    how many random legal actions follow them, drawn from the match's seed

    None means the game's default. Other keywords are parameters of the game, as is the dict `parameters`.
    """

    def __init__(self, game, *players, isolation="sandbox", secret="", fresh=False, time=None, turn_time=None, increment=None,
                 memory=None, wall=None, threads=None, opening=(), opening_plies=0, parameters=None, **more):
        self.game = find(game)
        limits = {"time": time, "turn_time": turn_time, "increment": increment, "memory": memory, "wall": wall, "threads": threads}
        all_players = [_player(self.game, player) for player in players]
        self._table = _agon.Table(
            self.game._game, all_players, merged(parameters, more), isolation, fresh, secret, limits,
            list(opening), opening_plies,
        )
        for sentence in self._table.missing:
            warnings.warn(f"the sandbox is weaker here: {sentence}", RuntimeWarning, stacklevel=2)

    def play(self, seed=1):
        """Plays the match with that seed, and returns a Match."""
        return Match(self._table.play(seed))


def play(game, *players, seed=1, **options):
    """Plays one match: Arena(game, *players, **options).play(seed)."""
    return Arena(game, *players, **options).play(seed)


def read_transcripts(file):
    """Returns the matches of a file that `agon --record` has written: a dict for each, as Match.record. Raises Error."""
    return _agon.read_transcripts(os.fspath(file))


def results(database=None, run=None, game=None):
    """Returns a row for each seat of each stored match, as a dict: run, number, game, seed, parameters, seat, name, score,
    contest, outcome, cpu_s, wall_s, turns, ... docs/database.md explains them. Default: the host's own database, each match
    once. `database` may be the folder of a league. `run` is a number that `agon standings --run list` prints, `game` an id.
    Raises Error."""
    path = "" if database is None else os.fspath(database)
    return _agon.results(os.path.join(path, "league.db") if _is_league(path) else path, run, game)


def _is_league(path):
    return os.path.isfile(os.path.join(path, "league.toml"))


def _league_ratings(folder):
    """Returns the ratings that the league noted last, by name: the table that `agon league run` shows when it is at rest."""
    ratings = {}
    with open(os.path.join(folder, "league.log"), encoding="utf-8") as log:
        for line in log:
            if line.startswith('{"ratings"') and line.endswith("\n"):
                ratings = json.loads(line)["ratings"]
    return ratings


def standings(database=None, run=None, game=None):
    """Returns a row for each name in results(), as a dict, the best first: name, matches, mean_score, mean_contest, wins, ties,
    losses (against the best of the others in each match; None in games with one seat), failures, and for the folder of a league
    the rating. Copies of matches, which the host's tables count once, count each time. No match with a
    strategy that was never started counts. Raises Error."""
    matches = {}
    for row in results(database, run, game):
        matches.setdefault((row["run"], row["number"]), []).append(row)
    started = {row["name"] for seats in matches.values() for row in seats if row["outcome"] != "load"}
    table = {}
    for seats in matches.values():
        if any(row["name"] not in started for row in seats):
            continue
        for row in seats:
            line = table.setdefault(row["name"], {"name": row["name"], "matches": 0, "score": 0, "contest": 0, "leads": [], "failures": 0})
            others = [other["score"] for other in seats if other is not row]
            line["matches"] += 1
            line["score"] += row["score"]
            line["contest"] += row["contest"]
            line["failures"] += row["outcome"] != "ok"
            if others:
                line["leads"].append(row["score"] - max(others))
    path = "" if database is None else os.fspath(database)
    ratings = _league_ratings(path) if _is_league(path) and table else {}
    rows = []
    for line in table.values():
        leads = line["leads"]
        rows.append({
            "name": line["name"],
            "matches": line["matches"],
            "mean_score": line["score"] / line["matches"],
            "mean_contest": line["contest"] / line["matches"],
            "wins": sum(lead > 0 for lead in leads) if leads else None,
            "ties": sum(lead == 0 for lead in leads) if leads else None,
            "losses": sum(lead < 0 for lead in leads) if leads else None,
            "failures": line["failures"],
            **({"rating": ratings.get(line["name"])} if ratings else {}),
        })
    return sorted(rows, key=lambda row: (row.get("rating") or 0, row["mean_contest"]), reverse=True)


def columns(rows):
    """Returns a table as a dict of columns: {"seed": [1, 1, 2], ...}. pandas.DataFrame takes both forms."""
    names = list(dict.fromkeys(name for row in rows for name in row))
    return {name: [row.get(name) for row in rows] for name in names}
