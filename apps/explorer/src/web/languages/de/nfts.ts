import type { Translation } from "../catalogue.ts";
import type { messages as english } from "../en/nfts.ts";

export const messages: Translation<typeof english> = {
  "nfts.none": "Keine NFTs",
  "nfts.noneText": "Diese Adresse hält auf den gelesenen Chains keine.",
  "nfts.loading": "NFTs werden geladen …",
  "nfts.search": "Name, Nummer oder Sammlung suchen",
  "nfts.hideUnverified": "Ungeprüfte Sammlungen ausblenden",
  "nfts.hideScams": "Mutmaßlichen Betrug ausblenden",
  "nfts.sum":
    "{nfts, plural, one {# NFT} other {# NFTs}} in {collections, plural, one {# Sammlung} other {# Sammlungen}}",
  "nfts.sumWorth":
    "{nfts, plural, one {# NFT} other {# NFTs}} in {collections, plural, one {# Sammlung} other {# Sammlungen}}, {worth} nach den bekannten Preisen",
  "nfts.allHidden": "Alle sind ausgeblendet",
  "nfts.allHiddenText": "Sie sind mutmaßlicher Betrug.",
  "nfts.noMatch": "Nichts passt",
  "nfts.noMatchText": "Ausgeblendete werden nicht durchsucht.",
  "nfts.showHidden": "Ausgeblendete zeigen",
  "nfts.collections": "Sammlungen",
  "nfts.suspicious": "Verdächtig",
  "nfts.unverified": "Ungeprüft",
  "nfts.count": "{count, plural, one {# NFT} other {# NFTs}}",
  "nfts.lowestSaleIs": "niedrigster Verkauf {value}",
  "nfts.heldCount": "<unseen>gehalten: </unseen>× {amount}",

  "nfts.contract": "Vertrag",
  "nfts.theContract": "Adresse des Vertrags",
  "nfts.collection": "Sammlung",
  "nfts.allItems": "Alle ihre Stücke",
  "nfts.tokenId": "Token-Id",
  "nfts.theTokenId": "Token-Id",
  "nfts.standard": "Standard",
  "nfts.erc": "ERC-{number}",
  "nfts.held": "Gehalten",
  "nfts.heldOf": "{amount} von {supply}",
  "nfts.represents": "Steht für",
  "nfts.positionIn": "Eine Position in {protocol}",
  "nfts.content": "Inhalt",
  "nfts.attributes": "Merkmale",
  "nfts.moreAttributes": "{count, number} weitere werden nicht gezeigt.",

  "nfts.lastSale": "Letzter Verkauf",
  "nfts.noSale": "Keiner bekannt",
  "nfts.earlierSales": "Frühere Verkäufe",
  "nfts.unknownAmountOf": "Unbekannte Menge {currency}",
  "nfts.worthNow": "(jetzt {value})",
  "nfts.lowestSale": "Niedrigster Verkauf",
  "nfts.lowestSaleHow":
    "Der niedrigste der Verkäufe dieser Sammlung in den letzten 30 Tagen, die der Index gesehen hat, zu heutigen Preisen. Verkaufsangebote stehen nicht auf der Chain.",
  "nfts.lastReceived": "Zuletzt empfangen",
  "nfts.history": "Verlauf mit dieser Sammlung",
};
