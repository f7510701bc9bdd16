import type { Translation } from "../catalogue.ts";
import type { messages as english } from "../en/transaction.ts";

export const messages: Translation<typeof english> = {
  "transaction.noSuch": "Keine solche Transaktion",
  "transaction.noSuchText":
    "Hier ist keine Transaktion mit diesem Hash gespeichert. Sie kann noch ausstehen, auf einer anderen Chain oder älter sein als das, was indexiert ist.",
  "transaction.loading": "Transaktion",
  "transaction.title": "Transaktion {hash}",
  "transaction.others": "Weitere Beteiligte",
  "transaction.othersLead": "Zeigt, was sie bei jedem von ihnen bewirkt hat.",
  "transaction.succeeded": "Erfolgreich",
  "transaction.failed": "Fehlgeschlagen",
  "transaction.spam": "Spam",
  "transaction.hash": "Hash der Transaktion",

  "transaction.movements": "Bewegungen",
  "transaction.ofParty": "von {party} ({role, select, sender {Absender} called {aufgerufen} other {beteiligt}})",
  "transaction.movementsLoading": "Bewegungen",
  "transaction.notInHistory":
    "Im Verlauf dieser Adresse steht die Transaktion nicht: Es ist nicht bekannt, dass sich etwas bewegt hat.",
  "transaction.nothingMoved": "Nichts hat sich bewegt.",
  "transaction.moreMoves": "Es gibt mehr, als auf eine Seite passt.",
  "transaction.otherUnknown": "andere Seite nicht bekannt",
  "transaction.minted": "neu geprägt",
  "transaction.burnt": "verbrannt",
  "transaction.fromAddress": "von {address}",
  "transaction.toAddress": "an {address}",

  "transaction.allApprovals": "Alle Freigaben",
  "transaction.mayNoLonger": "darf {asset} nicht mehr bewegen",
  "transaction.mayMove": "darf {asset} bewegen",
  "transaction.mayMoveAll": "darf alle {asset} bewegen",
  "transaction.mayMoveUnlimited": "darf unbegrenzt {asset} bewegen",
  "transaction.mayMoveAmount": "darf {amount} {asset} bewegen",

  "transaction.call": "Aufruf",
  "transaction.calldata": "Calldata",
  "transaction.onlyBeginning": "Nur der Anfang ist gespeichert.",

  "transaction.details": "Details",
  "transaction.position": "Position {index, number}",
  "transaction.time": "Zeit",
  "transaction.from": "Von",
  "transaction.to": "An",
  "transaction.createdContract": "Hat einen Vertrag erstellt",
  "transaction.fee": "Gebühr",
  "transaction.atThatTime": "({value} zu dieser Zeit)",
  "transaction.gasUsed": "Verbrauchtes Gas",
  "transaction.gasAt": "zu {price} Gwei",
  "transaction.nonce": "Nonce",
};
