"""PettingZoo's AEC and parallel interfaces for games with any number of seats. Work without PettingZoo, and derive from its
classes where it is installed."""

import numpy as np

from . import codings, rendering, spaces
from .games import Error, State, find, merged, with_seed

try:
    from pettingzoo import AECEnv as _AECBase
    from pettingzoo import ParallelEnv as _ParallelBase
except ImportError:
    _AECBase = _ParallelBase = object


class _Seats:
    """What both interfaces share: agents, spaces, and the match."""

    def _init(self, game, seats, seed, render_mode, flat, parameters, parallel):
        self.game = find(game)
        self.render_mode = rendering.checked(render_mode)
        self.metadata = {
            "name": f"agon_{self.game.id}_v0",
            "render_modes": rendering.MODES,
            "render_fps": rendering.FPS,
            "is_parallelizable": parallel,
        }
        self._seats = seats or self.game.min_seats
        self.possible_agents = [f"seat_{seat}" for seat in range(self._seats)]
        self._coding = codings.coding(self.game)
        self._observing = codings.Flat(self.game) if flat else codings.ByField(self.game)
        self._numbered = isinstance(self._coding, codings.Numbered)
        self._flat = flat
        space = self._observing.space
        if not flat:
            space = {"observation": space}
            if self._numbered:
                space["action_mask"] = spaces.Box(0, 1, (self._coding.n,), "int8")
            space = spaces.Dict(space)
        self.observation_spaces = {agent: space for agent in self.possible_agents}
        self.action_spaces = {agent: self._coding.space for agent in self.possible_agents}
        self._parameters = parameters
        self._next_seed = seed
        self._state = None
        self.agents = []

    def _begin(self, seed):
        if seed is not None:
            self._next_seed = seed
        self._state = with_seed(lambda number: State(self.game, number, self._seats, self._parameters), self._next_seed)
        self._next_seed += 1
        self.agents = list(self.possible_agents)

    def _seat(self, agent):
        return self.possible_agents.index(agent)

    def _mask(self, agent):
        """Returns which actions are legal: none, if the agent is not to move."""
        if self._state.to_move != self._seat(agent):
            return np.zeros(self._coding.n, np.int8)
        return self._coding.mask(self._state)

    def _act(self, agent, action):
        """Applies the action of the agent to move. Returns why it is illegal and the seat has forfeited, else None."""
        try:
            self._state.act(self._coding.action(action))
        except ValueError as refused:  # IllegalAction, or a number out of range
            self._state.forfeit(self._seat(agent), str(refused))
            return str(refused)
        return None

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

    def observe(self, agent):
        seen = self._observing.seen(self._state.observe(self._seat(agent)))
        if self._flat:
            return seen
        seen = {"observation": seen}
        if self._numbered:
            seen["action_mask"] = self._mask(agent)
        return seen

    def render(self):
        """Returns the board as text ("ansi") or as HTML ("html"), or prints it ("human"). Without a render_mode: None."""
        return rendering.rendered(self._state, self.render_mode)

    def close(self):
        self._state = None

    def __str__(self):
        return self.metadata["name"]


class AECEnv(_Seats, _AECBase):
    """A game as an environment with PettingZoo's AEC interface: the agents act one after the other.

    The agents are "seat_0", "seat_1", ... An observation is {"observation": the fields of the protocol, "action_mask": which
    actions are legal}; the mask of an agent that is not to move is 0. Actions are numbers within the declared ranges; a game
    with more than 2^20 actions, or with too many to list, takes an array of the action's fields, and its observations have no
    mask. Each agent's reward is its score, when the match ends; else 0. An illegal action makes the seat forfeit by the game's
    rule, and infos[agent]["illegal"] has the reason.

    With flat=True, an observation is one vector of float64 with all elements of the fields, and infos[agent]["action_mask"] is
    the mask of the agent to move.

    reset(seed=N) plays that seed; without it, each reset() plays the next one. A game that refuses seed 0 plays 2^63 in its
    place. `parameters`, or keywords, are the game's.
    """

    def __init__(self, game, seats=None, seed=1, render_mode="ansi", flat=False, parameters=None, **more):
        self._init(game, seats, seed, render_mode, flat, merged(parameters, more), parallel=False)

    def reset(self, seed=None, options=None):
        """Starts a match."""
        self._begin(seed)
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
            self.rewards = dict.fromkeys(self.agents, 0.0)  # the last ones have been counted
            self._select()
            return
        self._cumulative_rewards[agent] = 0.0
        if illegal := self._act(agent, action):
            self.infos[agent]["illegal"] = illegal
            self.terminations[agent] = True
        if self._state.over:
            for each in self.agents:
                self.terminations[each] = True
        self.rewards = dict.fromkeys(self.agents, 0.0)
        if self._state.over:
            scores = self._state.scores
            self.rewards = {each: scores[self._seat(each)] for each in self.agents}
        for each in self.agents:
            self._cumulative_rewards[each] += self.rewards[each]
        self._select()

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

    def _select(self):
        """Selects the next agent: one that has terminated and not left yet, else the seat to move."""
        gone = [agent for agent in self.agents if self.terminations[agent]]
        if gone:
            self.agent_selection = gone[0]
        elif self._state.to_move is not None:
            self.agent_selection = self.possible_agents[self._state.to_move]
        if self._flat and self._numbered:
            for agent in self.agents:
                self.infos[agent].pop("action_mask", None)
            if not gone and self.agents:
                self.infos[self.agent_selection]["action_mask"] = self._mask(self.agent_selection)


class ParallelEnv(_Seats, _ParallelBase):
    """A game whose seats choose at once as an environment with PettingZoo's parallel interface.

    In Agon such seats act one after the other without seeing what the others have chosen. step() takes the actions of all agents,
    and plays one round. If a seat's observation depends on what another one has done in the round, step() raises Error: AECEnv
    plays such games. Observations, actions, rewards, illegal actions, seeds, `flat` and `parameters` are those of AECEnv; the masks are those of the
    round's begin, and with flat=True they are in infos.
    """

    def __init__(self, game, seats=None, seed=1, render_mode="ansi", flat=False, parameters=None, **more):
        self._init(game, seats, seed, render_mode, flat, merged(parameters, more), parallel=True)
        if not self.game.lists_actions:
            raise Error(f"{self.game.id} has too many actions to list: AECEnv plays it")

    def reset(self, seed=None, options=None):
        """Starts a match. Returns observations and infos."""
        self._begin(seed)
        infos = {agent: {} for agent in self.agents}
        return self._seen(infos), infos

    def step(self, actions):
        """Plays a round. Returns observations, rewards, terminations, truncations (always False) and infos."""
        if not self.agents:
            raise Error("the match is over, or has not begun: call reset()")
        missing = [agent for agent in self.agents if agent not in actions]
        if missing:
            raise ValueError(f"step() needs an action of each agent; {', '.join(missing)} has none")
        infos = {agent: {} for agent in self.agents}
        terminations = dict.fromkeys(self.agents, False)
        waiting = set(self.agents)
        while not self._state.over and self.possible_agents[self._state.to_move] in waiting:
            agent = self.possible_agents[self._state.to_move]
            forfeited = any(terminations.values())  # which the others may see
            if not forfeited and self._state.observe(self._seat(agent)).tobytes() != self._expected[agent]:
                raise Error(f"{agent} of {self.game.id} sees what others have done: its seats do not choose at once, use AECEnv")
            waiting.remove(agent)
            if illegal := self._act(agent, actions[agent]):
                infos[agent]["illegal"] = illegal
                terminations[agent] = True
        over = self._state.over
        scores = self._state.scores
        rewards = {agent: scores[self._seat(agent)] if over else 0.0 for agent in self.agents}
        terminations = {agent: over or ended for agent, ended in terminations.items()}
        observations = self._seen(infos)
        truncations = dict.fromkeys(self.agents, False)
        self.agents = [agent for agent in self.agents if not terminations[agent]]
        return observations, rewards, terminations, truncations, infos

    def _seen(self, infos):
        """Returns the agents' observations at the begin of a round. With flat=True, adds their masks to the infos."""
        self._turns = {}
        state = self._state.copy()
        while not state.over and self.possible_agents[state.to_move] not in self._turns:
            self._turns[self.possible_agents[state.to_move]] = state.copy()
            state.act(state.legal_actions()[0])
        self._expected = {agent: turn.observe(self._seat(agent)).tobytes() for agent, turn in self._turns.items()}
        if self._flat and self._numbered:
            for agent in self.agents:
                infos[agent]["action_mask"] = self._mask(agent)
        return {agent: self.observe(agent) for agent in self.agents}

    def _mask(self, agent):
        """Returns which actions are legal in this round; what the others choose does not matter."""
        if agent not in self._turns:
            return np.zeros(self._coding.n, np.int8)
        return self._coding.mask(self._turns[agent])
