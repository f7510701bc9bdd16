import type { Translation } from "../catalogue.ts";
import type { messages as english } from "../en/block.ts";

export const messages: Translation<typeof english> = {
  "block.noSuch": "Kein solcher Block",
  "block.noSuchText":
    "Hier ist kein Block mit dieser Nummer gespeichert. Vielleicht gibt es ihn noch nicht, oder er ist älter als das, was indexiert ist.",
  "block.loading": "Block",
  "block.ofChain": "Block {block, number} von {chain}",
  "block.neighbours": "Benachbarte Blöcke",
  "block.previous": "Vorheriger",
  "block.next": "Nächster",
  "block.facts": "Fakten",
  "block.hash": "Hash",
  "block.theHash": "Hash des Blocks",
  "block.mined": "Erzeugt",
  "block.since": "Blöcke seitdem",
  "block.indexed": "{count, number} sind indexiert",

  "block.transactions": "Transaktionen",
  "block.noTransactions": "Keine Transaktionen gespeichert",
  "block.noTransactionsText": "Der Block ist leer, oder niemand, der hier indexiert ist, war daran beteiligt.",
  "block.caption": "Transaktionen des Blocks",
  "block.from": "Von",
  "block.to": "An",
  "block.fromMark": "von",
  "block.toMark": "an",
  "block.fee": "Gebühr",
  "block.newContract": "Neuer Vertrag",
  "block.failed": "Fehlgeschlagen",
  "block.pages": "Seiten mit Transaktionen",
  "block.earlier": "Früher im Block",
  "block.later": "Später im Block",
};
