import type { Translation } from "../catalogue.ts";
import type { messages as english } from "../en/protocol.ts";

export const messages: Translation<typeof english> = {
  "protocol.noSuch": "Kein solches Protokoll",
  "protocol.noSuchText": "Hier ist kein Protokoll mit dieser ID bekannt. Suchen Sie nach seinem Namen.",
  "protocol.loading": "Protokoll",
  "protocol.notRead": "Positionen werden nicht gelesen",
  "protocol.deposited": "Eingezahlt",
  "protocol.theDeposits": "Einlagen",
  "protocol.depositsHow":
    "Was Nutzer laut seinen eigenen Verträgen eingezahlt haben, einschließlich verliehener Teile.",

  "protocol.chains": "Chains",
  "protocol.chainsLoading": "Chains",
  "protocol.onAll": "{value} auf allen zusammen",

  "protocol.depositors": "Größte Einzahler",
  "protocol.theDepositors": "Einzahler",
  "protocol.noDepositors": "Keine Einzahler bekannt",
  "protocol.noDepositorsText":
    "Seine Einlagen haben keinen Quittungs-Token, dessen Inhaber aufgelistet werden könnten.",
  "protocol.depositorsHow":
    "Die Einlagen, für die ein Token steht, bewertet nach dem Anteil jeder Adresse daran. Einlagen ohne eine solche Quittung fehlen; deshalb ergeben die Werte zusammen meist weniger als alles Eingezahlte. Schulden sind nicht abgezogen.",

  "protocol.pools": "Pools",
  "protocol.thePools": "Pools",
  "protocol.noPools": "Keine Pools bekannt",
  "protocol.noPoolsText": "Was darin eingezahlt ist, wird nicht Pool für Pool gelesen.",
  "protocol.poolsCaption": "Pools, die größten Einlagen zuerst",
  "protocol.pool": "Pool",
  "protocol.kind": "Art",
  "protocol.depositorCount": "Einzahler",
  "protocol.readAt": "Gelesen {time}",
  "protocol.showFewer": "Weniger anzeigen",
  "protocol.showAll": "Alle {count, number} anzeigen",
};
