"""Spaces for the environments: Gymnasium's where it is installed, else small ones with the same names and arguments."""

import numpy as np

try:
    from gymnasium.spaces import Box, Dict, Discrete, MultiDiscrete
except ImportError:

    class _Space:
        def __init__(self, seed=None):
            self.seed(seed)

        def seed(self, seed=None):
            self._random = np.random.default_rng(seed)

        def __contains__(self, value):
            return self.contains(value)

    class Discrete(_Space):
        """The integers 0 .. n - 1."""

        def __init__(self, n, seed=None):
            super().__init__(seed)
            self.n = int(n)
            self.shape, self.dtype = (), np.dtype(np.int64)

        def contains(self, value):
            return isinstance(value, (int, np.integer)) and 0 <= value < self.n

        def sample(self, mask=None):
            """Returns a random element, of those whose mask is 1 if there is one."""
            return int(self._random.integers(self.n) if mask is None else self._random.choice(np.flatnonzero(mask)))

        def __repr__(self):
            return f"Discrete({self.n})"

    class Box(_Space):
        """Arrays of one shape and dtype, each element from low to high."""

        def __init__(self, low, high, shape=None, dtype=np.float32, seed=None):
            super().__init__(seed)
            self.dtype = np.dtype(dtype)
            self.shape = tuple(np.shape(low) if shape is None else shape)
            self.low = np.broadcast_to(np.asarray(low, self.dtype), self.shape)
            self.high = np.broadcast_to(np.asarray(high, self.dtype), self.shape)

        def contains(self, value):
            value = np.asarray(value)
            return value.shape == self.shape and bool((value >= self.low).all() and (value <= self.high).all())

        def sample(self):
            """Returns a random element. For numbers without bounds, they are at most 1 in size."""
            if self.dtype.kind != "f":
                return self._random.integers(self.low, self.high, self.shape, self.dtype, endpoint=True)
            low = np.where(np.isfinite(self.low), self.low, -1)
            return self._random.uniform(low, np.where(np.isfinite(self.high), self.high, 1)).astype(self.dtype)

        def __repr__(self):
            return f"Box({self.low.min()}, {self.high.max()}, {self.shape}, {self.dtype})"

    class MultiDiscrete(_Space):
        """Vectors of integers: element i from start[i] to start[i] + nvec[i] - 1."""

        def __init__(self, nvec, dtype=np.int64, seed=None, start=None):
            super().__init__(seed)
            self.nvec = np.asarray(nvec, dtype)
            self.start = np.zeros_like(self.nvec) if start is None else np.asarray(start, dtype)
            self.shape, self.dtype = self.nvec.shape, np.dtype(dtype)

        def contains(self, value):
            value = np.asarray(value)
            low, above = self.start, self.start + self.nvec
            return value.shape == self.shape and bool((value >= low).all() and (value < above).all())

        def sample(self):
            return self._random.integers(self.start, self.start + self.nvec, dtype=self.dtype)

        def __repr__(self):
            return f"MultiDiscrete({self.nvec}, start={self.start})"

    class Dict(_Space):
        """A dict with a space for each key."""

        def __init__(self, spaces=None, seed=None):
            super().__init__(seed)
            self.spaces = dict(spaces or {})

        def contains(self, value):
            return isinstance(value, dict) and value.keys() == self.spaces.keys() and all(
                self.spaces[name].contains(each) for name, each in value.items()
            )

        def sample(self):
            return {name: space.sample() for name, space in self.spaces.items()}

        def __getitem__(self, name):
            return self.spaces[name]

        def __repr__(self):
            return f"Dict({self.spaces})"


__all__ = ["Box", "Dict", "Discrete", "MultiDiscrete"]
