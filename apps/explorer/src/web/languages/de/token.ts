import type { Translation } from "../catalogue.ts";
import type { messages as english } from "../en/token.ts";

export const messages: Translation<typeof english> = {
  "token.noSuch": "Kein solcher Token",
  "token.noSuchText":
    "Auf dieser Chain ist kein Token mit dieser Adresse bekannt. Er kann neu sein oder auf einer anderen Chain.",
  "token.loading": "Token",
  "token.contractAddress": "Adresse des Vertrags",
  "token.thePrice": "Preis",
  "token.priceHow": "Auf der Chain gelesen, aus Preis-Feeds und den Trades von Pools.",

  "token.curve":
    "{time, select, day {Preis in 24 Stunden} week {Preis in 7 Tagen} month {Preis in 30 Tagen} other {Preis in einem Jahr}}",
  "token.curveLoading": "Die Preiskurve wird geladen …",
  "token.noPrices": "In diesem Zeitraum sind keine Preise bekannt",
  "token.up": "{change} gestiegen, zwischen {least} und {most}",
  "token.down": "{change} gefallen, zwischen {least} und {most}",
  "token.upPartly": "{change} gestiegen, zwischen {least} und {most}; frühere Preise sind nicht bekannt",
  "token.downPartly": "{change} gefallen, zwischen {least} und {most}; frühere Preise sind nicht bekannt",

  "token.facts": "Fakten",
  "token.totalSupply": "Gesamtmenge",
  "token.valueOfAll": "Wert von allen",
  "token.decimals": "Dezimalstellen",
  "token.noDecimals": "Keine festgelegt",
  "token.deployed": "Veröffentlicht",
  "token.transaction": "Transaktion",
  "token.creator": "Ersteller",
  "token.kind": "Art",
  "token.nativeCoin": "Der native Coin der Chain",
  "token.issuedBy": "Herausgegeben von",

  "token.holders": "Größte Inhaber",
  "token.theHolders": "Inhaber",
  "token.noHolders": "Keine Inhaber bekannt",
  "token.noHoldersText": "Niemand, der indexiert ist, hat etwas davon.",
  "token.topHold": "Die {count, number} größten halten {share} der Gesamtmenge.",
  "token.holdersHow":
    "Die indexierten Guthaben, die größten zuerst. Auf einer Chain, die nicht von Anfang an indexiert ist, sind nur Adressen bekannt, die seitdem aktiv waren. Anteile beziehen sich auf die Gesamtmenge, die der Vertrag angibt.",

  "token.pool": "Pool",
  "token.in": "In",
  "token.deposited": "Eingezahlt",
  "token.depositors": "Einzahler",

  "token.risks": "Risiken",
  "token.riskScam": "Bekannt dafür, seine Inhaber zu betrügen.",
  "token.riskSuspicious": "Zeigt Anzeichen von Betrug, etwa das Symbol eines anderen Tokens.",
  "token.riskListed": "Auf einer Token-Liste, der der Betreiber vertraut. Das schützt vor Doppelgängern.",
  "token.riskUnlisted":
    "Auf keiner Token-Liste, der der Betreiber vertraut: Jeder kann einem Token diesen Namen geben.",
  "token.riskNoSigns": "Es wurden keine Anzeichen von Betrug gefunden.",
  "token.riskUnjudged": "Niemand hat beurteilt, ob er betrügt.",
  "token.riskUnknownAge": "Wann er veröffentlicht wurde, ist nicht bekannt.",
  "token.riskNew": "Vor weniger als {days, number} Tagen veröffentlicht.",
  "token.riskOld": "Vor {days, plural, one {# Tag} other {# Tagen}} veröffentlicht.",
  "token.riskNoPrice": "Kein Preis bekannt: kein vertrauter Feed und kein Pool mit genug darin.",
  "token.riskOldPrice": "Sein Preis wurde zuletzt vor mehr als einem Tag beobachtet.",
};
