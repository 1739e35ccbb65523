#!/usr/bin/env python3
"""Tolerances and statistics: what correct rounding may do is allowed, a single wrong element is not; intervals hold what they say."""
import random
import unittest

import torch

from graphlift.verify import numbers, perturb
from graphlift.verify.statistics import paired_ratio, sign_test_rank


def judged(function, correct, *inputs):
    """Whether `correct(*inputs)` is within what rounding allows of `function(*inputs)`, element by element."""
    base = function(*inputs)
    samples = []
    for seed in range(4):
        with perturb.RoundingNoise(seed + 1):
            samples.append(function(*inputs))
    gap = numbers.Gap.between(base, correct(*inputs))
    return numbers.within(gap, numbers.allowance(base, samples), None)


class Tolerances(unittest.TestCase):
    def setUp(self):
        torch.manual_seed(0)

    def test_sums_in_another_order(self):
        def naive(x):
            total = torch.zeros(x.shape[1])
            for row in x:
                total = total + row
            return total

        for shift in (0.0, 1.0):
            x = torch.randn(4096, 64) + shift
            with self.subTest(shift=shift):
                self.assertTrue(judged(lambda t: t.sum(0), naive, x).all())

    def test_one_wrong_element_in_a_million(self):
        def wrong(x):
            y = x.exp()
            y.view(-1)[123_456] *= 1 + 1e-5
            return y

        good = judged(torch.exp, wrong, torch.randn(1000, 1000))
        self.assertEqual(int((~good).sum()), 1)

    def test_products_of_matrices(self):
        a, b = torch.randn(128, 2048), torch.randn(2048, 32)
        self.assertTrue(judged(torch.mm, lambda x, y: (x.double() @ y.double()).float(), a, b).all())
        self.assertTrue(judged(torch.mm, lambda x, y: sum(x[:, i : i + 8] @ y[i : i + 8] for i in range(0, 2048, 8)), a, b).all())
        self.assertFalse(judged(torch.mm, lambda x, y: (x.bfloat16() @ y.bfloat16()).float(), a, b).all())

    def test_fused_bfloat16(self):
        def chain(x):
            return torch.tanh(x * 1.5 + 1) * x

        x = torch.randn(64, 64, dtype=torch.bfloat16)
        self.assertTrue(judged(chain, lambda t: chain(t.float()).bfloat16(), x).all())
        self.assertFalse(judged(chain, lambda t: chain(t * 1.1), x).all())

    def test_exact_operators_allow_nothing(self):
        x = torch.randn(100)
        self.assertFalse(judged(torch.relu, lambda t: torch.relu(t) * (1 + 2.0**-23), x).all())

    def test_nan_and_infinity(self):
        gap = numbers.Gap.between(torch.tensor([float("nan"), float("inf"), 1.0]), torch.tensor([float("nan"), float("inf"), float("nan")]))
        self.assertEqual(gap.distance.tolist(), [0.0, 0.0, float("inf")])

    def test_a_wrong_truth_is_no_arbiter(self):
        eager, graph = torch.ones(100), torch.ones(100) * 2
        gap = numbers.Gap.between(eager, graph)
        self.assertFalse(numbers.within(gap, torch.zeros(100), torch.full((100,), 2.0, dtype=torch.float64)).any())


class Intervals(unittest.TestCase):
    def test_equal_times_hold_one(self):
        """Pairs of equal distribution, with drift and outliers: at least 92 % of 500 intervals hold 1."""
        order = random.Random(5)
        held = 0
        for trial in range(500):
            level, pairs = 1.0, []
            for _ in range(40):
                level *= 1 + order.gauss(0, 0.02)
                pairs.append(tuple(level * (1 + abs(order.gauss(0, 0.05)) + (order.random() < 0.05)) for _ in range(2)))
            held += paired_ratio(pairs, trial).holds_one()
        self.assertGreaterEqual(held, 460)

    def test_faster_is_found(self):
        order = random.Random(6)
        pairs = [((1 + order.gauss(0, 0.05)) * 1.2, 1 + order.gauss(0, 0.05)) for _ in range(40)]
        ratio = paired_ratio(pairs)
        self.assertGreater(ratio.low, 1.1)
        self.assertLess(ratio.high, 1.3)

    def test_sign_test(self):
        self.assertEqual(sign_test_rank(5), -1)  # 2·2^-5 is above 5 %
        self.assertEqual(sign_test_rank(6), 0)
        self.assertEqual(sign_test_rank(20), 5)


if __name__ == "__main__":
    unittest.main(argv=["test_numbers.py"])
