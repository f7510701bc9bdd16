import type { Translation } from "../catalogue.ts";
import type { messages as english } from "../en/gas.ts";

export const messages: Translation<typeof english> = {
  "gas.lead": "Was eine Transaktion jetzt bei drei Geschwindigkeiten kostet. Preise werden alle 15 Sekunden erneuert.",
  "gas.noChains": "Keine Chains",
  "gas.noChainsText": "Hier wird noch keine Chain bedient.",
  "gas.notRefreshed": "nicht erneuert",
  "gas.onChain": "Gas auf {chain}",
  "gas.how":
    "Trinkgelder (Tips), die jüngste Blöcke enthielten, mit der Grundgebühr des nächsten Blocks. Eine Überweisung braucht {transfer, number} Gas; ein Tausch wird mit {swap, number} gerechnet, etwa dem Gas eines Pools von Uniswap V3. Kosten sind Grundgebühr und Tip, mal dem Preis des Coins.",
  "gas.disabled":
    "Gaspreise sind hier abgeschaltet: Der Schlüssel des Explorers ist nicht für die Gruppe „wallet“ freigeschaltet.",
  "gas.pricesOn": "Gaspreise auf {chain}",
  "gas.speed": "Geschwindigkeit",
  "gas.gwei": "Gwei",
  "gas.wait": "Wartezeit",
  "gas.transfer": "Überweisung",
  "gas.swap": "Tausch",
  "gas.slow": "Langsam",
  "gas.normal": "Normal",
  "gas.fast": "Schnell",
  "gas.custom": "Eigene",
  "gas.baseFee": "Grundgebühr {price} Gwei",
  "gas.noBaseFee": "Keine Grundgebühr auf dieser Chain",
  "gas.l1Included": "L1-Datengebühr enthalten",
  "gas.seconds": "{count, number} s",
  "gas.minutes": "{count, number} min",
  "gas.hours": "{count, number} Std.",
};
