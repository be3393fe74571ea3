"""Gymnasium's Env for games with one seat. Works without Gymnasium, and registers with it where it is installed."""

from . import codings
from .games import Error, State, find, games, merged

try:
    import gymnasium

    _Base = gymnasium.Env
except ImportError:
    gymnasium = None
    _Base = object


class Env(_Base):
    """A game with one seat as an environment with Gymnasium's interface.

    observation_space is a Dict with a Box for each field of the protocol. action_space is Discrete: the number of an action
    within the declared ranges, and info["action_mask"] tells which of them are legal. A game with more than 2^20 actions, or
    with too many to list, takes an array of the action's fields, without a mask. A reward is the change of the score, so the
    sum of the rewards and of the score at the start (info["score"] of reset()) is the final score. An illegal action ends the
    match by the game's rule, and info["illegal"] has the reason.

    Each reset() plays the next seed, from `seed` on; reset(seed=N) sets it. `parameters`, or keywords, are the game's.
    """

    metadata = {"render_modes": ["ansi", "svg"], "render_fps": 4}

    def __init__(self, game, seed=1, render_mode="ansi", parameters=None, **more):
        self.game = find(game)
        if self.game.min_seats > 1:
            raise Error(f"{self.game.id} has {self.game.min_seats} seats: AECEnv plays it")
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise ValueError(f"render_mode is None, 'ansi' or 'svg', not {render_mode!r}")
        self.render_mode = render_mode
        self.observation_space = codings.observation_space(self.game)
        self._coding = codings.coding(self.game)
        self.action_space = self._coding.space
        self._parameters = merged(parameters, more)
        self._next_seed = seed
        self.state = None  # an agon.State

    def reset(self, *, seed=None, options=None):
        """Starts a match, and returns an observation and an info."""
        if seed is not None:
            self._next_seed = seed
        self.state = State(self.game, self._next_seed, 1, self._parameters)
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
        """Returns the board as text, or as SVG; None without a render_mode."""
        if self.render_mode is None or self.state is None:
            return None
        return self.state.svg() if self.render_mode == "svg" else self.state.draw()

    def close(self):
        self.state = None

    def _seen(self):
        return codings.observed(self.observation_space, self.state.observe(0))

    def _info(self):
        info = {"score": self.state.scores[0], "seed": self.state.seed}
        if not self.state.over:
            mask = self._coding.mask(self.state)
            if mask is not None:
                info["action_mask"] = mask
        return info


def register():
    """Registers each game as "agon/<game>-v0", if Gymnasium is installed. The package calls it when it is imported."""
    if gymnasium is None:
        return
    for game in games():
        name = f"agon/{game}-v0"
        if name not in gymnasium.registry:
            gymnasium.register(id=name, entry_point="agon.gymnasium_env:Env", kwargs={"game": game})
