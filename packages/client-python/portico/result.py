"""A response with the metadata of its headers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

from .meta import Meta

T = TypeVar("T")


@dataclass(frozen=True)
class Result(Generic[T]):
    """Data of a response, and the metadata of its headers."""

    data: T
    meta: Meta
