import { plainText } from "@portico/ui/browser";
import { backLink } from "./clientCard.ts";
import { paragraph } from "./element.ts";
import type { View } from "./screen.ts";
import type { End } from "./interactionResponse.ts";

const WORDS = {
  refused: { title: "You refused", text: "Nothing was shared. You can close this page." },
  expired: {
    title: "Your request to sign in has expired",
    text: "It was open for too long, or was started in another browser. Nothing was shared, and nothing is lost: go back to the application and sign in again.",
  },
  decided: {
    title: "You have already decided",
    text: "Go back to the application. To change your decision, sign in there again, or revoke access under your connected applications.",
  },
  error: { title: "Sign-in can't continue", text: "The application's request can't be completed. Nothing was shared." },
} as const;

/** The flow is over; the only link is to the application's own site. */
export function endView({ kind, title, message, code, client }: End): View {
  const words = WORDS[kind];
  return {
    heading: plainText(title, 100) || words.title,
    lead: plainText(message, 400) || words.text,
    tone: kind === "error" ? "problem" : "calm",
    body: [
      client === undefined ? null : backLink(client.name, client.site_url),
      code === undefined ? null : paragraph(`Error: ${plainText(code, 80)}`, "note"),
    ],
  };
}
