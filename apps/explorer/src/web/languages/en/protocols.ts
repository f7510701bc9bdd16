export const messages = {
  "protocols.search": "Search name",
  "protocols.count": "{count, plural, one {# protocol} other {# protocols}}",
  "protocols.countOf": "{count, plural, one {# protocol} other {# protocols}} of {total, number}",
  "protocols.noMatch": "Nothing matches",
  "protocols.noMatchText": "No protocol on a served chain has this name.",
  "protocols.deposited": "deposited",
  "protocols.notRead": "positions are not read",
} as const;
