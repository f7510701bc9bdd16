"""Iteration over operations with pages."""

from __future__ import annotations

from typing import Any, Callable, Iterator, List, Optional, Set, Tuple, TypeVar

from .errors import PorticoError

Page = TypeVar("Page")
Item = TypeVar("Item")

#: The largest page that the contract permits.
LARGEST_LIMIT = 100


def pages_by_cursor(read: Callable[[Optional[str]], Page], cursor: Optional[str]) -> Iterator[Page]:
    """Follows ``next_cursor``: new blocks neither repeat nor hide items."""
    while True:
        page = read(cursor)
        following = _next_cursor(page)
        if following is not None and following == cursor:
            raise PorticoError("unknown", "the response has the same next_cursor")
        yield page
        if following is None:
            return
        cursor = following


def _next_cursor(page: Any) -> Optional[str]:
    """A missing one would end a history too early."""
    if not isinstance(page, dict) or "next_cursor" not in page:
        raise PorticoError("unknown", "the response has no next_cursor: fields must include it")
    cursor = page["next_cursor"]
    return None if cursor is None else str(cursor)


def items_by_start(
    read: Callable[[int, int], Any], start: Optional[int], limit: Optional[int], item_type: Callable[[Any], Item]
) -> Iterator[Item]:
    """Advances by the items received. An item that moved to a later page meanwhile is not repeated."""
    position = 0 if start is None else start
    size = LARGEST_LIMIT if limit is None else limit
    seen: Set[Tuple[Any, Any]] = set()
    while True:
        answer = read(position, size)
        items = _list_of(answer)
        for item in items:
            key = _key_of(item)
            if key is None or key not in seen:
                yield item_type(item)
            if key is not None:
                seen.add(key)
        position += len(items)
        total = answer.get("total_count") if isinstance(answer, dict) else None
        is_last = len(items) < size if total is None else position >= total
        if is_last or not items:
            return


def _list_of(answer: Any) -> List[Any]:
    """Anything but a list must not be mistaken for the last page."""
    values = [answer] if isinstance(answer, list) else list(answer.values()) if isinstance(answer, dict) else []
    items = next((value for value in values if isinstance(value, list)), None)
    if items is None:
        raise PorticoError("unknown", "the response has no list: fields must include it")
    return items


def _key_of(item: Any) -> Optional[Tuple[Any, Any]]:
    """A holder's address, or id and chain. Many contracts have one address on several chains."""
    if isinstance(item, list):
        return ("", item[0]) if item else None
    if not isinstance(item, dict) or "id" not in item:
        return None
    return (item.get("chain", ""), item["id"])
