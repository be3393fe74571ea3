"""Many matches of one game that advance together."""

import numpy as np

from . import _agon, layouts
from .games import find, merged


class Batch:
    """`count` matches of one game, each of which takes one action per step.

    The arrays are views of the batch's memory: step() changes them in place, so copy what you keep. Row i belongs to match i:

        observations   what the seat to move sees, of observation_dtype; None with observe=False
        samples        a random legal action of that seat, of action_dtype; None with sample=False
        to_move        the seat to move
        over           whether the last step ended a match there; a new one has begun in its place, with the next seed
        illegal        whether the last action was illegal; its seat has forfeited
        final_scores   the scores of the last match that ended there, a column for each seat
        scores         the scores as if the current match ended now, likewise; None without score=True
        seeds          the seed of the current match

    Matches take the seeds seed, seed + 1, ... in the order in which they begin. So equal actions give equal batches; samples
    depend on `seed` and the number of steps alone. `observe` needs a game whose observations have a fixed size, and all need
    agon.model/1. Raises Error. step() releases the interpreter's lock; one thread may step a batch at a time.
    """

    def __init__(self, game, count, seed=1, seats=None, observe=True, sample=True, score=False, parameters=None, **more):
        self.game = find(game)
        values = merged(parameters, more)
        self._batch = _agon.Batch(self.game._game, count, seed, seats or 0, values, observe, sample, score)
        self.count = count
        self.seats = self._batch.seats
        self.to_move = self._batch.to_move
        self.over = self._batch.over.view(bool)
        self.illegal = self._batch.illegal.view(bool)
        self.final_scores = self._batch.final_scores
        self.scores = self._batch.scores if score else None
        self.seeds = self._batch.seeds
        self.observations = self.samples = None
        if observe:
            raw = self._batch.observations
            self.observations = np.ndarray(count, layouts.dtype(self.game.layout["observation"], raw.shape[1]), raw)
        if sample:
            raw = self._batch.samples
            self.samples = np.ndarray(count, self.game.action_dtype, raw) if self.game.layout else raw

    def step(self, actions):
        """Applies an action to each match: an array of action_dtype, such as `samples`, or of bytes."""
        if isinstance(actions, np.ndarray) and actions.dtype.kind in "biufc" and actions.itemsize > 1:
            raise ValueError(f"step() needs actions, as batch.actions() makes them, not numbers of type {actions.dtype}")
        self._batch.step(actions)

    def actions(self, **fields):
        """Returns an array of actions from an array for each field: batch.actions(row=rows, column=columns)."""
        made = np.zeros(self.count, self.game.action_dtype)
        for name, values in fields.items():
            layouts.put(made, name, values)
        return made

    def legal_actions(self, match):
        """Returns all legal actions of one match."""
        return self.game._actions(self._batch.actions(match))
