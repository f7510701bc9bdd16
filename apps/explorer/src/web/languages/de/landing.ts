import type { Translation } from "../catalogue.ts";
import type { messages as english } from "../en/landing.ts";

export const messages: Translation<typeof english> = {
  "landing.title": "In jedes Wallet schauen",
  "landing.tab": "Explorer",
  "landing.lead": "Token, Positionen, NFTs, Verlauf und Freigaben einer Adresse, auf jeder Chain, an einem Ort.",
  "landing.tokensText": "Mengen, Preise und Wert, ohne den Spam",
  "landing.positionsText": "Kredite, Pools und Staking, und wie sicher sie sind",
  "landing.nftsText": "Eine Galerie der Sammlerstücke",
  "landing.historyText": "Jede Transaktion, in Sätzen",
  "landing.approvalsText": "Wer was nehmen darf, und was zu widerrufen ist",
  "landing.sources": "Quellen",
  "landing.sourcesText": "Block und Preis hinter jeder Zahl",
  "landing.noAccount": "{wallet} hat kein Konto genannt. Entsperren Sie es, und versuchen Sie es noch einmal.",
  "landing.noWallet": "In diesem Browser wurde kein Wallet gefunden: Geben Sie eine Adresse ein.",
  "landing.orYourOwn": "oder sehen Sie Ihr eigenes an; das Wallet gibt nur seine Adresse weiter",
  "landing.rejected": "Sie haben die Anfrage im Wallet abgelehnt. Es wurde nichts weitergegeben.",
  "landing.wrongResponse": "{wallet} hat nicht richtig geantwortet. Öffnen Sie es, und versuchen Sie es noch einmal.",
  "landing.noAddress": "Keine Adresse zur Hand?",
  "landing.try": "{address} ansehen",
  "landing.yourAddress": "Ihre Adresse {address}",
  "landing.clear": "Leeren",
  "landing.chains": "Unterstützte Chains",
};
