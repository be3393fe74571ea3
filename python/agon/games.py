"""Games and their states."""

import html
import secrets

import numpy as np

from . import _agon, boards, layouts

ALL_SEATS = -1

_CHANCE, _HIDDEN, _MANY, _CONSTANT_SUM = 1, 2, 4, 8


def games():
    """Returns the ids of all games that are found in AGON_GAME_PATH and beside the host."""
    return _agon.all_games()


def find(game):
    """Returns the Game that a name, a path or a Game means."""
    return game if isinstance(game, Game) else Game(game)


def merged(parameters, more):
    """Returns the parameters of a call as one dict."""
    return {**(parameters or {}), **more}


def with_seed(make, seed):
    """Returns make(seed). Learning libraries use seed 0, which some games refuse; they get 2^63 in its place."""
    if seed == 0:
        try:
            return make(0)
        except Error:
            return make(1 << 63)
    return make(seed)


class Game:
    """A game, found as by `agon --game`: by name, or by the path of its library. Raises Error."""

    def __init__(self, name):
        self._game = _agon.find_game(name)
        self.id = self._game.id
        self.version = self._game.version
        self.protocol = self._game.protocol
        self.title = self._game.title
        self.summary = self._game.summary
        self.rules = self._game.rules
        self.opponent = self._game.opponent  # the default opponent's id, or None
        self.min_seats = self._game.min_seats
        self.max_seats = self._game.max_seats
        self.seat_names = self._game.seat_names
        self.parameters = self._game.parameters  # a dict for each: name, summary, default, range
        self.layout = self._game.layout  # the structs of the protocol (agon.layout/1), or None
        self.action_size = self._game.action_size  # bytes
        properties = self._game.model_properties
        self.has_model = properties is not None  # agon.model/1: copies, legal actions, batches
        self.has_chance = bool((properties or 0) & _CHANCE)
        self.has_hidden_information = bool((properties or 0) & _HIDDEN)
        self.lists_actions = self.has_model and not properties & _MANY
        self.is_constant_sum = bool((properties or 0) & _CONSTANT_SUM)
        #: dtypes of observations and actions, or None without a layout
        self.observation_dtype = self.action_dtype = None
        if self.layout:
            self.observation_dtype = layouts.dtype(self.layout["observation"])
            size = self.layout["action"]["size"]
            self.action_dtype = layouts.dtype(self.layout["action"], max(size, self.action_size if self.has_model else 0))

    def __repr__(self):
        return f"agon.Game({self.id!r})"

    def _repr_html_(self):
        rows = "".join(
            f"<tr><td>{html.escape(each['name'])}</td><td>{html.escape(each['range'])}</td>"
            f"<td>{html.escape(each['summary'])}</td></tr>"
            for each in self.parameters
        )
        rules = html.escape(self.rules).replace("\n", "<br>")
        return f"<b>{html.escape(self.title)}</b> {html.escape(self.version)}<p>{rules}</p><table>{rows}</table>"

    @property
    def strategies(self):
        """The strategies that are found for this game: a dict for each, with id, protocol, summary and options."""
        return self._game.strategies

    def state(self, seed=1, seats=None, parameters=None, **more):
        """Returns State(self, ...)."""
        return State(self, seed, seats, parameters, **more)

    def fields(self, observation):
        """Returns the fields of an observation as a dict, arrays in the shape that they have in it: {"cells": 6 x 6 array, ...}."""
        data = observation if isinstance(observation, bytes) else np.asarray(observation).tobytes()
        return layouts.fields(self._struct("observation"), data)

    def action(self, value):
        """Returns the bytes of an action that is given as bytes, as a record of action_dtype, as a dict of its fields, or as a
        sequence of their values. Fields that a dict lacks are 0."""
        if isinstance(value, bytes):
            return value
        if isinstance(value, (np.void, np.ndarray)) and value.dtype.names:
            return value.tobytes()
        self._struct("action")
        made = np.zeros((), self.action_dtype)
        if isinstance(value, dict):
            for name, content in value.items():
                if name not in self.action_dtype.names:
                    raise ValueError(f"an action of {self.id} has no field {name!r}; it has {', '.join(self.action_dtype.names)}")
                layouts.put(made, name, content)
        else:
            values = tuple(value)
            if len(values) != len(self.action_dtype.names):
                raise ValueError(f"an action of {self.id} has the fields {', '.join(self.action_dtype.names)}")
            for name, content in zip(self.action_dtype.names, values):
                layouts.put(made, name, content)
        return made.tobytes()

    def _struct(self, which):
        if not self.layout:
            raise Error(f"{self.id} declares no layout (agon.layout/1)")
        return self.layout[which]

    def _observation(self, data):
        return layouts.message(self._struct("observation"), data)

    def _actions(self, data):
        self._struct("action")
        return np.frombuffer(data, self.action_dtype)

    def _reply(self, data):
        if not data:
            return None
        struct = self._struct("reply")
        return layouts.message(struct, data) if struct else data


class State:
    """A position of a match, which the caller plays action by action. Use one State in one thread at a time.

    `parameters`, or keywords, are the game's: State("tonga", seed=7, n=6). Parameters that are not set are drawn from the seed
    or have their default. Raises Error.
    """

    def __init__(self, game, seed=1, seats=None, parameters=None, **more):
        self.game = find(game)
        self._state = _agon.State(self.game._game, seed, seats or 0, merged(parameters, more))

    @classmethod
    def _of(cls, game, raw):
        made = cls.__new__(cls)
        made.game = game
        made._state = raw
        return made

    @classmethod
    def from_observation(cls, game, observation, seat, seats=None, seed=None):
        """Returns a state that agrees with what `seat` has observed. What the seat can't know is drawn from `seed`; default: a
        random number. Needs agon.model/1."""
        game = find(game)
        data = observation if isinstance(observation, bytes) else np.asarray(observation).tobytes()
        seed = secrets.randbits(64) if seed is None else seed
        return cls._of(game, _agon.State.determinised(game._game, seats or game.min_seats, seat, data, seed))

    @property
    def seed(self):
        return self._state.seed

    @property
    def seats(self):
        """The number of seats."""
        return self._state.seats

    @property
    def parameters(self):
        """All parameters of this match as text, those included that the seed determined."""
        return self._state.parameters

    @property
    def to_move(self):
        """The seat to move, or None if the match is over."""
        seat = self._state.to_move
        return None if seat < 0 else seat

    @property
    def over(self):
        return self._state.to_move < 0

    @property
    def scores(self):
        """The score of each seat: the final one if the match is over, else as if it ended here."""
        return [self._state.score(seat) for seat in range(self.seats)]

    def observe(self, seat=None):
        """Returns what a seat knows, as a structured array without dimensions, read-only. Default: the seat to move."""
        return self.game._observation(self._state.observe(self._seat(seat)))

    def fields(self, seat=None):
        """Returns the same as a dict: see Game.fields()."""
        return layouts.fields(self.game._struct("observation"), self._state.observe(self._seat(seat)))

    def legal_actions(self):
        """Returns all legal actions of the seat to move: a structured array, empty if the match is over. Raises Error for a
        game with too many actions to list."""
        return self.game._actions(self._state.actions())

    def sample(self, random=None):
        """Returns a random legal action, a record of action_dtype. `random`: a numpy Generator, for repeatable draws."""
        bits = secrets.randbits(64) if random is None else int(random.integers(1 << 64, dtype=np.uint64))
        return self.game._actions(self._state.sample(bits))[0]

    def act(self, action):
        """Applies an action of the seat to move: text as in transcripts ("3 4"), or what Game.action() takes. Returns what the
        action revealed to the seat, if the protocol has replies. Raises IllegalAction; the state is then unchanged."""
        data = self._state.parse_action(action) if isinstance(action, str) else self.game.action(action)
        return self.game._reply(self._state.act(data))

    def forfeit(self, seat, reason="it gave up"):
        """Removes a seat from the match by the game's rule."""
        self._state.forfeit(seat, reason)

    def copy(self):
        """Returns an independent copy, with the same future chance. Needs agon.model/1."""
        return State._of(self.game, self._state.copy())

    def position(self, seat=ALL_SEATS):
        """Returns the position as text, as `seat` knows it. Default: as all seats together know it."""
        return self._state.position(seat)

    def action_text(self, action):
        """Returns an action as text."""
        return self._state.action_text(self.game.action(action))

    def choices(self, begun="", cell=None):
        """Returns what a person may choose who has chosen `begun`, a list of dicts: `text` (an action's if `whole`, else the next
        `begun`), `label`, `cell` (the number of the board's cell to click, row by row; None: a button). With a cell, what a click on
        it means: also `cells`, those that it would touch, and `refusal`, why it can't be chosen, else empty."""
        return self._state.choices(begun, cell)

    def draw(self, seat=ALL_SEATS):
        """Returns the board as lines of text."""
        return self._state.draw(seat)

    def html(self, seat=ALL_SEATS):
        """Returns the board as a frame of HTML, which a notebook shows."""
        return boards.frame(self._state.scene(seat), self.game.title or self.game.id)

    def __str__(self):
        return self.draw().rstrip("\n")

    def __repr__(self):
        return f"<agon.State of {self.game.id}, seed {self.seed}, to move: {self.to_move}>"

    def _repr_html_(self):
        return self.html()

    def _seat(self, seat):
        return max(self._state.to_move, 0) if seat is None else seat


Error = _agon.Error
