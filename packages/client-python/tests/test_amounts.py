from __future__ import annotations

import random
import unittest
from decimal import Decimal, localcontext

from portico import format_amount, from_decimal, to_decimal

MAX = 2**256 - 1


class Amounts(unittest.TestCase):
    def test_every_digit_survives_whatever_the_precision(self) -> None:
        with localcontext() as context:
            context.prec = 3
            for decimals in (0, 6, 18, 77, 255):
                for raw_amount in (0, 1, MAX, -MAX, random.getrandbits(256)):
                    self.assertEqual(from_decimal(to_decimal(raw_amount, decimals), decimals), raw_amount)
                    self.assertEqual(from_decimal(format_amount(raw_amount, decimals), decimals), raw_amount)

    def test_whole_tokens(self) -> None:
        self.assertEqual(to_decimal(1_234_567_800, 6), Decimal("1234.5678"))
        self.assertEqual(from_decimal("1.5", 18), 1_500_000_000_000_000_000)
        self.assertEqual(from_decimal("1e3", 2), 100_000)

    def test_text_is_cut_off_and_never_more_than_the_amount(self) -> None:
        self.assertEqual(format_amount(1_234_567_800, 6), "1234.5678")
        self.assertEqual(format_amount(1_999_999, 6, 2), "1.99")
        self.assertEqual(format_amount(-1, 6, 2), "0")
        self.assertEqual([format_amount(-1_500_000, 6), format_amount(5, 0), format_amount(500, 2)], ["-1.5", "5", "5"])

    def test_anything_else_is_refused(self) -> None:
        for text in ("", "many", "1,5", "NaN", "Infinity", "1e99999999"):
            with self.assertRaises(ValueError):
                from_decimal(text, 6)
        for decimals in (-1, 256):
            with self.assertRaises(ValueError):
                to_decimal(1, decimals)
        with self.assertRaises(ValueError):
            from_decimal("0.0000001", 6)
