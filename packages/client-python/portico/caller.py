"""What the generated operations are built on."""

from __future__ import annotations

from typing import Any, Mapping, Optional

from .result import Result


class Caller:
    """Makes calls; the classes of operations add a method for each."""

    def _call(
        self,
        method: str,
        path: str,
        *,
        query: Optional[Mapping[str, Any]] = None,
        headers: Optional[Mapping[str, Optional[str]]] = None,
        body: Optional[Mapping[str, Any]] = None,
    ) -> Result[Any]:
        raise NotImplementedError
