import type { Translation } from "../catalogue.ts";
import type { messages as english } from "../en/approvals.ts";

export const messages: Translation<typeof english> = {
  "approvals.theApprovals": "Freigaben",
  "approvals.exposure": "gefährdeter Wert",
  "approvals.how":
    "Was ein Berechtigter jetzt entnehmen könnte, ist das Kleinere aus dem, was ihm erlaubt wurde (mit allowance beim Block gelesen), und dem, was die Adresse hält, mal dem Preis des Tokens. Ein Token, den mehrere Berechtigte bewegen dürfen, zählt für jeden einmal. Das Risiko leitet diese Seite aus den Angaben der Antwort über den Berechtigten ab.",
  "approvals.none": "Keine Freigaben",
  "approvals.noneText": "Kein anderes Konto darf Vermögen dieser Adresse bewegen.",
  "approvals.hideLowRisk": "Geringes Risiko ausblenden",
  "approvals.sum":
    "{spenders, plural, one {# Berechtigter} other {# Berechtigte}} mit {permissions, plural, one {# Berechtigung} other {# Berechtigungen}}, die mit dem größten gefährdeten Wert zuerst",
  "approvals.spenders": "Berechtigte",
  "approvals.unseen":
    "Nicht in dieser Liste: Erlaubnisse (Permits), die die Adresse unterschrieben und niemand verwendet hat. Sie stehen nicht auf der Chain.",

  "approvals.chainMissing": "{chain} fehlt",
  "approvals.notInList": "{chain} ist nicht in dieser Liste:",
  "approvals.indexedSince":
    "{chain} ist ab Block {block, number} indexiert: Freigaben, die sich seitdem nicht geändert haben, sind nicht bekannt.",

  "approvals.high": "Hohes Risiko",
  "approvals.some": "Gewisses Risiko",
  "approvals.low": "Geringes Risiko",
  "approvals.ratedHigh": "Dieser Dienst stuft den Berechtigten als gefährlich ein.",
  "approvals.ratedSome": "Dieser Dienst hat eine Warnung zu dem Berechtigten.",
  "approvals.ratedLow": "Dieser Dienst stuft den Berechtigten als sicher ein.",
  "approvals.hacked": "Dieser Vertrag wurde bekanntermaßen gehackt.",
  "approvals.abandoned": "Sein Projekt hat diesen Vertrag bekanntermaßen aufgegeben.",
  "approvals.known": "Ein Vertrag eines bekannten Protokolls.",
  "approvals.ownAccount": "Kein Vertrag, sondern ein Konto, dessen Inhaber dies jederzeit entnehmen kann.",
  "approvals.maybeAccount":
    "Nicht als Vertrag bekannt: Es kann ein Konto sein, dessen Inhaber dies jederzeit entnehmen kann.",
  "approvals.unknownOpen": "Ein Vertrag keines bekannten Protokolls, und er darf den ganzen Bestand entnehmen.",
  "approvals.unknown": "Ein Vertrag keines bekannten Protokolls.",
  "approvals.future": "Unbegrenzt: Auch später empfangene Token können entnommen werden.",
  "approvals.unpublished": "Sein Quelltext ist nicht veröffentlicht.",
  "approvals.holdsNone": "Die Adresse hält derzeit nichts davon.",

  "approvals.thisNft": "dieses NFT",
  "approvals.allNow": "alle, derzeit {amount}",
  "approvals.allNoneNow": "alle, derzeit keine",
  "approvals.unlimited": "unbegrenzt",
  "approvals.upTo": "bis zu {amount}",
  "approvals.allOf": "alle {name}",
  "approvals.more": "{count, number} weitere",
  "approvals.choose": "{token} auswählen",
  "approvals.throughPermit2": "über Permit2",
  "approvals.ends": "endet {time}",
  "approvals.changedBefore": "geändert vor dem ersten indexierten Block",
  "approvals.changed": "geändert {time}",
  "approvals.couldBeTaken": "könnten entnommen werden",

  "approvals.nothingFirst": "Nichts ist zuerst zu widerrufen",
  "approvals.nothingFirstText":
    "Alle Berechtigten sind Verträge bekannter Protokolle. Berechtigungen, die Sie nicht mehr nutzen, können Sie trotzdem widerrufen.",
  "approvals.revokeFirst": "Zuerst widerrufen",
  "approvals.mayMove": "Darf {tokens} bewegen. <reason>{reason}</reason>",
  "approvals.mayMoveWorth": "Darf {tokens} bewegen; {value} könnten jetzt entnommen werden. <reason>{reason}</reason>",
  "approvals.howToRevoke": "So widerrufen Sie",

  "approvals.chosenOnes": "Ausgewählte Berechtigungen",
  "approvals.chosen": "{count, plural, one {# Berechtigung} other {# Berechtigungen}} ausgewählt",
  "approvals.upToValue": "bis zu {value}",
  "approvals.clear": "Auswahl aufheben",
  "approvals.revokeCount": "{count, number} widerrufen",
  "approvals.revoke": "Widerrufen",
  "approvals.revokeName": "Widerrufen: {name}",
  "approvals.revokeMany": "{count, plural, one {# Berechtigung widerrufen} other {# Berechtigungen widerrufen}}",
  "approvals.manyText":
    "Diese Transaktionen bewegen kein Vermögen und kosten Gasgebühren; nur {owner} kann sie senden. Eine Wallet, die das kann, sendet die einer Chain zusammen.",
  "approvals.tokenFrom": "{token} <from>von</from> {spender}",
  "approvals.revokeText":
    "{spender} darf {token} bewegen. Diese Transaktion widerruft das. Sie bewegt kein Vermögen und kostet eine Gasgebühr; nur {owner} kann sie senden.",
  "approvals.revokePermit2Text":
    "{spender} darf {token} über Permit2 bewegen. Diese Transaktion widerruft das. Sie bewegt kein Vermögen und kostet eine Gasgebühr; nur {owner} kann sie senden.",
  "approvals.callUnknown": "Der Aufruf ist nicht bekannt",
  "approvals.callUnknownText": "Der Vertrag dieser Berechtigung ist nicht bekannt. Widerrufen Sie sie in Ihrer Wallet.",
  "approvals.call": "Aufruf",
  "approvals.contractRow": "Vertrag",
  "approvals.contract": "Vertrag",
  "approvals.data": "Daten",
  "approvals.calldata": "Aufrufdaten",

  "approvals.noWalletMany":
    "Keine Wallet in diesem Browser gefunden: Widerrufen Sie jede einzeln, um den Aufruf zu sehen.",
  "approvals.noWallet": "Keine Wallet in diesem Browser gefunden: Senden Sie den Aufruf oben mit Ihrer eigenen Wallet.",
  "approvals.sendNow":
    "Möchten Sie dies jetzt auf {chain} senden? Ihre Wallet zeigt den Aufruf und fragt noch einmal; dieser Dienst unterschreibt nie.",
  "approvals.sendWith": "Mit {wallet} senden",
  "approvals.sendManyWith":
    "{count, plural, one {# Transaktion mit {wallet} senden} other {# Transaktionen mit {wallet} senden}}",
  "approvals.notSent": "Nicht gesendet",
  "approvals.othersNotSent": "Die anderen wurden nicht gesendet",
  "approvals.wentWrong": "Etwas ist schiefgegangen. Versuchen Sie es noch einmal.",
  "approvals.sent": "Gesendet",
  "approvals.sentText": "Es wirkt, sobald ein Block es enthält; dann zeigt es auch die Liste.",
  "approvals.sentOf": "{count, number} von {total, number} gesendet",
  "approvals.hash": "Hash der Transaktion",
  "approvals.refresh": "Aktualisieren",
  "approvals.batchId": "Kennung der Sendung",
  "approvals.pendingTitle": "Zusammen gesendet",
  "approvals.pendingText": "Es wirkt, sobald ein Block es enthält.",
  "approvals.doneTitle": "Widerrufen",
  "approvals.doneText": "Die Liste zeigt es, sobald der Block indexiert ist.",
  "approvals.failedTitle": "Fehlgeschlagen",
  "approvals.failedText": "Nichts wurde widerrufen. Ihre Wallet nennt den Grund.",
  "approvals.partlyTitle": "Teilweise widerrufen",
  "approvals.partlyText": "Aktualisieren Sie die Liste, um zu sehen, was übrig ist.",
  "approvals.onThisPhone": "Eine Wallet auf diesem Telefon verwenden",
  "approvals.onYourPhone": "Eine Wallet auf Ihrem Telefon verwenden",
  "approvals.phoneText": "Sie öffnet diese Seite im Browser der Wallet, die die Transaktionen sendet.",
  "approvals.qrCode": "QR-Code dieser Seite",

  "approvals.permits": "Unterschriebene Erlaubnisse (Permits)",
  "approvals.permitsText":
    "Eine Erlaubnis, die Sie für diesen Berechtigten unterschrieben haben und die niemand verwendet hat, steht nicht auf der Chain, und der Widerruf lässt sie gültig: Der Berechtigte könnte die Berechtigung mit ihr zurückerhalten. Sie zu entwerten ist eine eigene Transaktion ({call}).",
  "approvals.cancelWith": "Unterschriebene Erlaubnisse mit {wallet} entwerten",
  "approvals.noNonce": "Ihre Wallet konnte die Nonce Ihrer Erlaubnisse nicht lesen. Es wurde nichts gesendet.",

  "approvals.notShared":
    "Ihre Wallet teilt {owner} nicht mit dieser Seite: Wählen Sie das Konto in der Wallet und versuchen Sie es noch einmal.",
  "approvals.otherChain": "Ihre Wallet ist noch auf einer anderen Chain.",
  "approvals.noHash": "Ihre Wallet hat den Hash der Transaktion nicht genannt: Sehen Sie dort nach.",
  "approvals.rejected": "Sie haben die Anfrage in der Wallet abgelehnt. Es wurde nichts gesendet.",
  "approvals.unknownChain": "Ihre Wallet kennt diese Chain nicht: Fügen Sie sie dort zuerst hinzu.",
  "approvals.walletError": "Ihre Wallet hat einen Fehler gemeldet. Soweit sie es meldet, wurde nichts gesendet.",
  "approvals.noBatchName": "Ihre Wallet hat die Sendung nicht benannt: Sehen Sie dort nach.",
  "approvals.unknownState": "Ihre Wallet hat einen unbekannten Zustand der Sendung genannt: Sehen Sie dort nach.",
};
