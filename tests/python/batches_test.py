#!/usr/bin/env python3
"""Batches of matches."""

import threading
import unittest

from package import main

import numpy as np

import agon


class Batches(unittest.TestCase):
    def test_scores_are_those_of_the_states(self):
        batch = agon.Batch("linez", 3, seed=7, score=True)
        states = [agon.State("linez", seed=seed) for seed in (7, 8, 9)]
        for _ in range(10):
            for match, state in enumerate(states):
                state.act(batch.samples[match])
            batch.step(batch.samples.copy())
            self.assertEqual(batch.scores[:, 0].tolist(), [state.scores[0] for state in states])
        self.assertIsNone(agon.Batch("linez", 1).scores)

    def test_a_batch_plays_what_single_states_play(self):
        for game in ("tonga", "linez", "inc", "chesspuzzle"):
            with self.subTest(game):
                batch = agon.Batch(game, 7, seed=20)
                states = [agon.State(game, seed=20 + match, seats=batch.seats) for match in range(7)]
                following = 27
                for _ in range(60):
                    actions = batch.samples.copy()
                    batch.step(actions)
                    for match, state in enumerate(states):
                        state.act(actions[match])
                        self.assertEqual(bool(batch.over[match]), state.over)
                        if state.over:
                            self.assertEqual(batch.final_scores[match].tolist(), state.scores)
                            states[match] = state = agon.State(game, seed=following, seats=batch.seats)
                            following += 1
                        self.assertEqual(batch.to_move[match], state.to_move)
                        self.assertEqual(batch.seeds[match], state.seed)
                        row = batch.observations[match : match + 1].view(np.uint8).tobytes()
                        self.assertTrue(row.startswith(state.observe().tobytes()))
                        self.assertIn(batch.samples[match], state.legal_actions())
                self.assertFalse(batch.illegal.any())

    def test_equal_batches_draw_equal_samples_and_other_seeds_draw_others(self):
        first, second, other = (agon.Batch("tonga", 50, seed=seed, n=6) for seed in (1, 1, 2))
        for _ in range(40):
            np.testing.assert_array_equal(first.samples, second.samples)
            self.assertFalse((first.samples == other.samples).all())
            for batch in (first, second, other):
                batch.step(batch.samples)

    def test_samples_are_uniform_over_the_legal_actions(self):
        batch = agon.Batch("tonga", 20_000, n=6)
        counts = np.bincount(batch.samples["row"] * 6 + batch.samples["column"], minlength=36)
        expected = 20_000 / 36
        self.assertLess(((counts - expected) ** 2 / expected).sum(), 80)  # chi-squared, 35 degrees: p = 0.00002

    def test_the_seat_of_an_illegal_action_forfeits_and_the_next_match_begins(self):
        batch = agon.Batch("tonga", 3, seed=5, n=6)
        batch.step(batch.actions(row=[0, 1, 99], column=2))
        self.assertEqual(batch.illegal.tolist(), [False, False, True])
        self.assertEqual(batch.over.tolist(), [False, False, True])
        self.assertEqual(batch.final_scores[2].tolist(), [-1296, 1296])
        self.assertEqual(batch.seeds.tolist(), [5, 6, 8])
        self.assertEqual(batch.to_move.tolist(), [1, 1, 0])
        self.assertEqual(len(batch.legal_actions(0)), 35)

    def test_wrong_actions_and_games_that_can_not_be_observed_are_refused(self):
        batch = agon.Batch("tonga", 4, n=6)
        for wrong in (np.zeros(3, batch.samples.dtype), np.zeros(8, batch.samples.dtype)[::2], np.zeros(4)):
            with self.assertRaises((ValueError, BufferError)):
                batch.step(wrong)
        with self.assertRaisesRegex(ValueError, "field row .* can't be"):
            batch.actions(row=[0, 1, 2, 2**40], column=0)
        with self.assertRaisesRegex(agon.Error, "vary in size.*pass observe=False"):
            agon.Batch("polyomino", 4)
        with self.assertRaises(agon.Error):
            agon.Batch("tonga", 0)
        with self.assertRaises(agon.Error):
            batch.legal_actions(4)
        polyomino = agon.Batch("polyomino", 4, observe=False)
        polyomino.step(polyomino.samples)
        self.assertIsNone(polyomino.observations)

    def test_other_threads_run_during_a_step_and_two_steps_at_once_are_refused_or_wait(self):
        batches = [agon.Batch("tonga", 2_000, seed=seed, n=16) for seed in range(2)]
        shared, refused = agon.Batch("tonga", 2_000, n=16), []

        def run(batch):
            for _ in range(50):
                batch.step(batch.samples)
                try:
                    shared.step(shared.samples)
                except agon.Error as error:
                    refused.append(str(error))

        threads = [threading.Thread(target=run, args=(batch,)) for batch in batches]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertLessEqual(set(refused), {"another thread steps this batch"})
        alone = agon.Batch("tonga", 2_000, seed=1, n=16)
        for _ in range(50):
            alone.step(alone.samples)
        np.testing.assert_array_equal(alone.observations, batches[1].observations)

    def test_arrays_outlive_the_batch(self):
        samples = agon.Batch("tonga", 1_000, n=6).samples
        self.assertTrue((samples["row"] < 6).all())


main()
