import type { Translation } from "../catalogue.ts";
import type { messages as english } from "../en/protocols.ts";

export const messages: Translation<typeof english> = {
  "protocols.search": "Namen suchen",
  "protocols.count": "{count, plural, one {# Protokoll} other {# Protokolle}}",
  "protocols.countOf": "{count, plural, one {# Protokoll} other {# Protokolle}} von {total, number}",
  "protocols.noMatch": "Nichts gefunden",
  "protocols.noMatchText": "Kein Protokoll auf einer bedienten Chain hat diesen Namen.",
  "protocols.deposited": "eingezahlt",
  "protocols.notRead": "Positionen werden nicht gelesen",
};
