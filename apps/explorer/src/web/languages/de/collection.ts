import type { Translation } from "../catalogue.ts";
import type { messages as english } from "../en/collection.ts";

export const messages: Translation<typeof english> = {
  "collection.noSuch": "Keine solche Sammlung",
  "collection.noSuchText": "Auf dieser Chain ist kein NFT dieses Vertrags bekannt.",
  "collection.loading": "Sammlung",
  "collection.contractAddress": "Adresse des Vertrags",
  "collection.scam": "Betrug",
  "collection.suspicious": "Verdächtig",
  "collection.unverified": "Ungeprüft",

  "collection.facts": "Fakten",
  "collection.deployed": "Veröffentlicht",
  "collection.creator": "Ersteller",
  "collection.trustedList": "Vertraute Liste",
  "collection.isListed": "Enthält sie",
  "collection.notListed": "Enthält sie nicht",
  "collection.cheats": "Betrügt",
  "collection.notJudged": "Niemand hat es beurteilt",
  "collection.doesCheat": "Ja",
  "collection.notKnownTo": "Nicht bekannt",

  "collection.items": "Stücke",
  "collection.theItems": "Stücke",
  "collection.noItems": "Keine Stücke bekannt",
  "collection.noItemsText": "Keines hat sich seit dem ersten indexierten Block bewegt.",
  "collection.showMore": "Mehr anzeigen",
  "collection.itemsHow":
    "Die Stücke, die der Index kennt: Welche es gibt, die seit dem ersten indexierten Block niemand bewegt hat, ist nicht bekannt. Namen und Bilder stammen von ihrem Urheber.",
};
