"""Gymnasium's Env and VectorEnv for games with one seat. Env works without Gymnasium. Where it is installed, the games are
registered with it."""

import numpy as np

from . import codings, rendering
from .batches import Batch
from .games import Error, State, find, games, merged, with_seed

try:
    import gymnasium

    _Base = gymnasium.Env
except ImportError:
    gymnasium = None

    class _Base:
        def reset(self, *, seed=None, options=None):
            pass


class Env(_Base):
    """A game with one seat as an environment with Gymnasium's interface.

    observation_space is a Dict with a Box for each field of the protocol. action_space is Discrete: the number of an action
    within the declared ranges, and info["action_mask"] tells which of them are legal. A game with more than 2^20 actions, or
    with too many to list, takes an array of the action's fields, without a mask. A reward is the change of the score, so the
    sum of the rewards and of the score at the start (info["score"] of reset()) is the final score. An illegal action ends the
    match by the game's rule, and info["illegal"] has the reason.

    With flat=True, an observation is one vector of float64 instead, with all elements of the fields.

    Each reset() plays the next seed, from `seed` on; reset(seed=N) sets it. A game that refuses seed 0 plays 2^63 in its
    place. `parameters`, or keywords, are the game's.
    """

    metadata = {"render_modes": rendering.MODES, "render_fps": rendering.FPS}

    def __init__(self, game, seed=1, render_mode="ansi", flat=False, parameters=None, **more):
        self.game = find(game)
        if self.game.min_seats > 1:
            raise Error(f"{self.game.id} has {self.game.min_seats} seats: AECEnv plays it")
        self.render_mode = rendering.checked(render_mode)
        self._observing = codings.Flat(self.game) if flat else codings.ByField(self.game)
        self.observation_space = self._observing.space
        self._coding = codings.coding(self.game)
        # Each of the two libraries warns of what the other one recommends for arrays of integers.
        self.action_space = getattr(self._coding, "discrete_space", self._coding.space)
        self._parameters = merged(parameters, more)
        self._next_seed = seed
        self.state = None  # an agon.State

    def reset(self, *, seed=None, options=None):
        """Starts a match, and returns an observation and an info."""
        super().reset(seed=seed)
        if seed is not None:
            self._next_seed = seed
        self.state = with_seed(lambda number: State(self.game, number, 1, self._parameters), self._next_seed)
        self._next_seed += 1
        return self._seen(), self._info()

    def step(self, action):
        """Applies an action. Returns observation, reward, terminated, truncated (always False) and info."""
        if self.state is None or self.state.over:
            raise Error("the match is over, or has not begun: call reset()")
        before = self.state.scores[0]
        illegal = None
        try:
            self.state.act(self._coding.action(action))
        except ValueError as refused:  # IllegalAction, or a number out of range
            illegal = str(refused)
            self.state.forfeit(0, illegal)
        info = self._info()
        if illegal:
            info["illegal"] = illegal
        return self._seen(), self.state.scores[0] - before, self.state.over, False, info

    def render(self):
        """Returns the board as text ("ansi") or as HTML ("html"), or prints it ("human"). Without a render_mode: None."""
        return rendering.rendered(self.state, self.render_mode)

    def close(self):
        self.state = None

    def _seen(self):
        return self._observing.seen(self.state.observe(0))

    def _info(self):
        info = {"score": self.state.scores[0], "seed": self.state.seed}
        if not self.state.over:
            mask = self._coding.mask(self.state)
            if mask is not None:
                info["action_mask"] = mask
        return info


class VectorEnv(gymnasium.vector.VectorEnv if gymnasium else object):
    """Many matches of a game with one seat, with the interface of gymnasium.vector.VectorEnv. Needs Gymnasium.

    It is much faster than environments one by one, since a Batch plays the matches. Observations, actions and rewards are those
    of Env, with a row for each match; `flat` is as there. A match that is over is followed by the next one in the same step
    (AutoresetMode.SAME_STEP), with the next seed: observations are then those of the new match. infos has "action_mask" (with
    mask=True), "seed", and "illegal": whether the last action was illegal. Where matches ended, it has "final_score" and
    "_final_score", which of them ended; the last observation of a match is not kept.

    Needs observations of a fixed size, and actions that can be numbered.
    """

    metadata = {"render_modes": [], "autoreset_mode": gymnasium.vector.AutoresetMode.SAME_STEP if gymnasium else "SameStep"}

    def __init__(self, game, num_envs=1, seed=1, mask=True, flat=False, parameters=None, **more):
        if gymnasium is None:
            raise Error("VectorEnv needs the package gymnasium, which is not installed")
        self.game = find(game)
        if self.game.min_seats > 1:
            raise Error(f"{self.game.id} has {self.game.min_seats} seats: AECEnv plays it")
        self._coding = codings.coding(self.game)
        if not isinstance(self._coding, codings.Numbered):
            raise Error(f"{self.game.id} has too many actions to number: Env plays it")
        self._observing = codings.Flat(self.game) if flat else codings.ByField(self.game)
        self.num_envs = num_envs
        self.single_observation_space = self._observing.space
        self.single_action_space = self._coding.space
        self.observation_space = gymnasium.vector.utils.batch_space(self.single_observation_space, num_envs)
        self.action_space = gymnasium.vector.utils.batch_space(self.single_action_space, num_envs)
        self._parameters = merged(parameters, more)
        self._masks = mask
        self._next_seed = seed
        self.batch = None  # an agon.Batch

    def reset(self, *, seed=None, options=None):
        """Starts all matches, with the seeds seed, seed + 1, ..., and returns observations and infos."""
        super().reset(seed=seed)
        if seed is not None:
            self._next_seed = seed

        def batch(first):
            return Batch(self.game, self.num_envs, first, 1, sample=False, score=True, parameters=self._parameters)

        self.batch = with_seed(batch, self._next_seed)
        self._next_seed += self.num_envs
        self._before = self.batch.scores[:, 0].copy()
        return self._observing.all_seen(self.batch.observations), self._infos()

    def step(self, actions):
        """Applies an action to each match. Returns observations, rewards, terminations, truncations (always False) and infos."""
        if self.batch is None:
            raise Error("no match has begun: call reset()")
        self.batch.step(self._coding.actions(actions))
        over = self.batch.over.copy()
        rewards = np.where(over, self.batch.final_scores[:, 0], self.batch.scores[:, 0]) - self._before
        self._before = self.batch.scores[:, 0].copy()
        infos = self._infos()
        infos["illegal"] = self.batch.illegal.copy()
        if over.any():
            infos["final_score"] = np.where(over, self.batch.final_scores[:, 0], 0.0)
            infos["_final_score"] = over
        return self._observing.all_seen(self.batch.observations), rewards, over, np.zeros(self.num_envs, bool), infos

    def _infos(self):
        infos = {"seed": self.batch.seeds.copy(), "score": self.batch.scores[:, 0].copy()}
        if self._masks:
            masks = np.zeros((self.num_envs, self._coding.n), np.int8)
            for match, mask in enumerate(masks):
                mask[self._coding.numbers(self.batch.legal_actions(match))] = 1
            infos["action_mask"] = masks
        return infos


def register():
    """Registers each game as "agon/<game>-v0", if Gymnasium is installed. The package calls it when it is imported."""
    if gymnasium is None:
        return
    for game in games():
        name = f"agon/{game}-v0"
        if name not in gymnasium.registry:
            gymnasium.register(
                id=name,
                entry_point="agon.gymnasium_env:Env",
                vector_entry_point="agon.gymnasium_env:VectorEnv",
                kwargs={"game": game},
            )
