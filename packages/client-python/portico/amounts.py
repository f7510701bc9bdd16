"""Exact conversions between base units and whole tokens."""

from __future__ import annotations

from decimal import Decimal
from typing import Optional, Union


def to_decimal(raw_amount: int, decimals: int) -> Decimal:
    """Converts base units to whole tokens, with every digit, whatever the precision of the decimal context.

    :param raw_amount: ``raw_amount`` of a response.
    :param decimals: ``decimals`` of its token, 0 to 255.
    :raises ValueError: for other ``decimals``.
    """
    _check_decimals(decimals)
    return Decimal((int(raw_amount < 0), tuple(map(int, str(abs(raw_amount)))), -decimals))


def from_decimal(amount: Union[Decimal, str], decimals: int) -> int:
    """Converts whole tokens, as a Decimal or text such as ``12.5``, to base units, exactly.

    :raises ValueError: if it is no finite decimal, or has more decimal places than the token has.
    """
    _check_decimals(decimals)
    try:
        sign, digits, exponent = Decimal(amount).as_tuple()
    except ArithmeticError as error:
        raise ValueError(f"{amount!r} is not an amount such as 12.5") from error
    if not isinstance(exponent, int) or abs(exponent) > 1000:
        raise ValueError(f"{amount!r} is not an amount such as 12.5")
    value = int("".join(map(str, digits)) or "0")
    places = exponent + decimals
    unit = int("1" + "0" * abs(places))
    raw_amount, rest = (value * unit, 0) if places >= 0 else divmod(value, unit)
    if rest != 0:
        raise ValueError(f"{amount!r} has more than {decimals} decimal places")
    return -raw_amount if sign else raw_amount


def format_amount(raw_amount: int, decimals: int, digits: Optional[int] = None) -> str:
    """Formats base units as whole tokens: ``format_amount(1_234_567_800, 6)`` is ``1234.5678``.

    :param digits: the most digits after the point; the rest is cut off, so that the text never exceeds the amount.
    """
    _check_decimals(decimals)
    text = str(abs(raw_amount)).rjust(decimals + 1, "0")
    whole, fraction = text[: len(text) - decimals], text[len(text) - decimals :]
    shown = fraction[:digits].rstrip("0")
    is_negative = raw_amount < 0 and (whole != "0" or shown != "")
    return ("-" if is_negative else "") + whole + (f".{shown}" if shown else "")


def _check_decimals(decimals: int) -> None:
    if not 0 <= decimals <= 255:
        raise ValueError(f"decimals must be 0 to 255, not {decimals}")
