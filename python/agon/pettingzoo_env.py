"""PettingZoo's AEC interface for games with any number of seats. Works without PettingZoo, and derives from its class where it
is installed."""

from . import codings, spaces
from .games import Error, State, find, merged

try:
    from pettingzoo import AECEnv as _Base
except ImportError:
    _Base = object


class AECEnv(_Base):
    """A game as an environment with PettingZoo's AEC interface: the agents act one after the other.

    The agents are "seat_0", "seat_1", ... An observation is {"observation": the fields of the protocol, "action_mask": which
    actions are legal}; the mask of an agent that is not to move is 0. Actions are numbers within the declared ranges; a game
    with more than 2^20 actions, or with too many to list, takes an array of the action's fields, and its observations have no
    mask. Each agent's reward is its score, when the match ends; else 0. An illegal action makes the seat forfeit by the game's
    rule, and infos[agent]["illegal"] has the reason.

    reset(seed=N) plays that seed; without it, each reset() plays the next one. `parameters`, or keywords, are the game's.
    """

    def __init__(self, game, seats=None, seed=1, render_mode="ansi", parameters=None, **more):
        self.game = find(game)
        if render_mode not in (None, "ansi", "svg"):
            raise ValueError(f"render_mode is None, 'ansi' or 'svg', not {render_mode!r}")
        self.render_mode = render_mode
        self.metadata = {"name": f"agon_{self.game.id}_v0", "render_modes": ["ansi", "svg"], "is_parallelizable": False}
        self._seats = seats or self.game.min_seats
        self.possible_agents = [f"seat_{seat}" for seat in range(self._seats)]
        self._coding = codings.coding(self.game)
        self._fields_space = codings.observation_space(self.game)
        whole = {"observation": self._fields_space}
        if isinstance(self._coding, codings.Numbered):
            whole["action_mask"] = spaces.Box(0, 1, (self._coding.n,), "int8")
        space = spaces.Dict(whole)
        self.observation_spaces = {agent: space for agent in self.possible_agents}
        self.action_spaces = {agent: self._coding.space for agent in self.possible_agents}
        self._parameters = merged(parameters, more)
        self._next_seed = seed
        self._state = None
        self.agents = []

    def observation_space(self, agent):
        return self.observation_spaces[agent]

    def action_space(self, agent):
        return self.action_spaces[agent]

    @property
    def num_agents(self):
        return len(self.agents)

    @property
    def max_num_agents(self):
        return len(self.possible_agents)

    @property
    def unwrapped(self):
        return self

    def reset(self, seed=None, options=None):
        """Starts a match."""
        if seed is not None:
            self._next_seed = seed
        self._state = State(self.game, self._next_seed, self._seats, self._parameters)
        self._next_seed += 1
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self._select()

    def step(self, action):
        """Applies the action of agent_selection. An agent that has terminated takes None, and leaves."""
        if not self.agents:
            raise Error("the match is over, or has not begun: call reset()")
        agent = self.agent_selection
        if self.terminations[agent]:
            if action is not None:
                raise ValueError(f"{agent} has terminated: it takes None")
            self.agents.remove(agent)
            for of_agents in (self.rewards, self._cumulative_rewards, self.terminations, self.truncations, self.infos):
                del of_agents[agent]
            self._select()
            return
        self._cumulative_rewards[agent] = 0.0
        seat = self.possible_agents.index(agent)
        try:
            self._state.act(self._coding.action(action))
        except ValueError as refused:  # IllegalAction, or a number out of range
            self.infos[agent]["illegal"] = str(refused)
            self._state.forfeit(seat, str(refused))
            self.terminations[agent] = True
        if self._state.over:
            for each in self.agents:
                self.terminations[each] = True
        self.rewards = dict.fromkeys(self.agents, 0.0)
        if self._state.over:
            scores = self._state.scores
            self.rewards = {each: scores[self.possible_agents.index(each)] for each in self.agents}
        for each in self.agents:
            self._cumulative_rewards[each] += self.rewards[each]
        self._select()

    def observe(self, agent):
        seat = self.possible_agents.index(agent)
        seen = {"observation": codings.observed(self._fields_space, self._state.observe(seat))}
        if isinstance(self._coding, codings.Numbered):
            seen["action_mask"] = self._coding.mask(self._state)
            if self._state.to_move != seat:
                seen["action_mask"][:] = 0
        return seen

    def last(self, observe=True):
        """Returns observation, reward since the agent acted last, termination, truncation and info of agent_selection."""
        agent = self.agent_selection
        return (
            self.observe(agent) if observe else None,
            self._cumulative_rewards[agent],
            self.terminations[agent],
            self.truncations[agent],
            self.infos[agent],
        )

    def agent_iter(self, max_iter=2**63):
        """Yields agent_selection until no agent is left, at most max_iter times."""
        while self.agents and max_iter > 0:
            max_iter -= 1
            yield self.agent_selection

    def render(self):
        """Returns the board as text, or as SVG; None without a render_mode."""
        if self.render_mode is None or self._state is None:
            return None
        return self._state.svg() if self.render_mode == "svg" else self._state.draw()

    def close(self):
        self._state = None

    def __str__(self):
        return self.metadata["name"]

    def _select(self):
        """Selects the next agent: one that has terminated and not left yet, else the seat to move."""
        gone = [agent for agent in self.agents if self.terminations[agent]]
        if gone:
            self.agent_selection = gone[0]
        elif self._state.to_move is not None:
            self.agent_selection = self.possible_agents[self._state.to_move]
