"""Numbers for the actions of a game, and spaces for its observations, made from the declared layout."""

import numpy as np

from . import spaces
from .games import Error

MOST_ACTIONS = 1 << 20  # of a Discrete space


def _range(field, dtype):
    """Returns the least and the largest value of a field's elements."""
    if dtype.kind == "f":
        return field["minimum"], field["maximum"]
    limits = np.iinfo(dtype)
    low = limits.min if field["minimum"] == -np.inf else max(limits.min, int(field["minimum"]))
    high = limits.max if field["maximum"] == np.inf else min(limits.max, int(field["maximum"]))
    return low, high


def observation_space(game):
    """Returns a Dict space of the fields that have room in the struct: all of most games."""
    found = {}
    for field in game._struct("observation")["fields"]:
        if not field["capacity"] or not isinstance(field["type"], str) or field["type"] == "text":
            continue
        element, shape = game.observation_dtype[field["name"]].base, game.observation_dtype[field["name"]].shape
        low, high = _range(field, element)
        if shape:
            low, high = min(low, 0), max(high, 0)  # elements that are not in use are 0
        found[field["name"]] = spaces.Box(low, high, shape, element.type)
    return spaces.Dict(found)


def observed(space, observation):
    """Returns the element of observation_space() for a structured array."""
    return {name: np.array(observation[name]) for name in space.spaces}


class ByField:
    """Observations as dicts of the fields."""

    def __init__(self, game):
        self.space = observation_space(game)

    def seen(self, observation):
        return observed(self.space, observation)

    def all_seen(self, observations):
        """Returns the same for an array of observations: each field has a row for each of them."""
        return {name: observations[name].copy() for name in self.space.spaces}


class Flat:
    """Observations as one vector of float64: all fields one after the other, without those that have one value only."""

    def __init__(self, game):
        fields = observation_space(game).spaces.items()
        self._names = [name for name, field in fields if (field.low < field.high).all()]
        limits = np.finfo(np.float64)
        lows = [np.ravel(field.low).astype(np.float64) for name, field in fields if name in self._names]
        highs = [np.ravel(field.high).astype(np.float64) for name, field in fields if name in self._names]
        low = np.clip(np.concatenate(lows), limits.min, limits.max)
        high = np.clip(np.concatenate(highs), limits.min, limits.max)
        self.space = spaces.Box(low, high, low.shape, np.float64)

    def seen(self, observation):
        return np.concatenate([np.ravel(observation[name]).astype(np.float64) for name in self._names])

    def all_seen(self, observations):
        count = len(observations)
        return np.concatenate([observations[name].reshape(count, -1).astype(np.float64) for name in self._names], axis=1)


def _action_ranges(game):
    """Returns the least and the largest value of each field of an action."""
    return [_range(field, game.action_dtype[field["name"]]) for field in game._struct("action")["fields"]]


class Numbered:
    """All actions within the declared ranges as the numbers 0 .. n - 1, the last field fastest."""

    def __init__(self, game):
        self._game = game
        self._names = game.action_dtype.names
        ranges = _action_ranges(game)
        self._lows = np.array([low for low, _ in ranges], dtype=object)
        self._counts = tuple(high - low + 1 for low, high in ranges)
        self.n = int(np.prod(np.array(self._counts, dtype=object)))
        self.space = spaces.Discrete(self.n)

    def action(self, number):
        """Returns the bytes of an action."""
        if not 0 <= int(number) < self.n:
            raise ValueError(f"an action of {self._game.id} is a number from 0 to {self.n - 1}, not {number}")
        indices = np.unravel_index(int(number), self._counts)
        return self._game.action([int(low) + int(index) for low, index in zip(self._lows, indices)])

    def numbers(self, actions):
        """Returns the numbers of a structured array of actions."""
        indices = [actions[name].astype(np.int64) - int(low) for name, low in zip(self._names, self._lows)]
        return np.ravel_multi_index(indices, self._counts)

    def actions(self, numbers):
        """Returns a structured array of the actions of an array of numbers. Numbers out of range raise ValueError."""
        numbers = np.asarray(numbers)
        if ((numbers < 0) | (numbers >= self.n)).any():
            raise ValueError(f"an action of {self._game.id} is a number from 0 to {self.n - 1}")
        made = np.zeros(len(numbers), self._game.action_dtype)
        for name, low, indices in zip(self._names, self._lows, np.unravel_index(numbers, self._counts)):
            made[name] = int(low) + indices
        return made

    def mask(self, state):
        """Returns an int8 for each number: 1, the action is legal."""
        mask = np.zeros(self.n, np.int8)
        mask[self.numbers(state.legal_actions())] = 1
        return mask


class Fields:
    """Actions as arrays of their fields, for games with too many actions to number or to list."""

    def __init__(self, game):
        self._game = game
        lows, highs = (np.array(ends, np.int64) for ends in zip(*_action_ranges(game)))
        self.space = spaces.Box(lows, highs, lows.shape, np.int64)
        self.discrete_space = spaces.MultiDiscrete(highs - lows + 1, start=lows)

    def action(self, values):
        return self._game.action([int(value) for value in values])

    def mask(self, state):
        return None


def coding(game):
    """Returns how the environments number the actions of a game."""
    if not game.has_model:
        raise Error(f"{game.id} has no model (agon.model/1), which an environment needs")
    if game.lists_actions:
        numbered = Numbered(game)
        if numbered.n <= MOST_ACTIONS:
            return numbered
    return Fields(game)


__all__ = ["ByField", "Fields", "Flat", "Numbered", "coding", "observation_space", "observed"]
