import type { Translation } from "../catalogue.ts";
import type { messages as english } from "../en/bundle.ts";

export const messages: Translation<typeof english> = {
  "bundle.noSuch": "Kein solches Bündel",
  "bundle.whereKept": "Bündel sind in dem Browser gespeichert, in dem sie angelegt wurden, oder in einem Konto.",
  "bundle.loading": "Bündel",
  "bundle.noTokens": "Keine Token",
  "bundle.holdsNone": "Keine der Adressen hält welche.",
  "bundle.lead": "Bündel aus {count, plural, one {# Adresse} other {# Adressen}}",
  "bundle.readOf": "{read} von {count} Adressen sind gelesen",
  "bundle.how":
    "Die Summe der Nettowerte seiner Adressen. Was eine von ihnen einer anderen schuldet, zählt auf beiden Seiten.",
  "bundle.addresses": "Adressen",
  "bundle.removeAddress": "{address} aus dem Bündel entfernen",
  "bundle.addAddress": "Adresse hinzufügen",
  "bundle.add": "Hinzufügen",
  "bundle.wrongAddress": "Eine Adresse ist 0x und 40 hexadezimale Ziffern.",
};
