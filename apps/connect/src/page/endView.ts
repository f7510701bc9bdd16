import { plainText } from "@portico/ui/browser";
import { backLink } from "./clientCard.ts";
import { developerNote } from "./developerNote.ts";
import { button, element, paragraph } from "./element.ts";
import { explainRefusal } from "./explainRefusal.ts";
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

/** The flow is over; the only links are to the application's own site and to this service. */
export function endView({ kind, title, message, code, client }: End): View {
  const refusal = kind === "error" ? explainRefusal(code) : undefined;
  const words = WORDS[kind];
  const name = plainText(code, 80);
  const reason = plainText(message, 400);
  return {
    heading: refusal?.title ?? (plainText(title, 100) || words.title),
    lead: refusal?.text ?? (reason || words.text),
    tone: kind === "error" ? "problem" : "calm",
    body: [
      ...waysOn(kind, client),
      refusal !== undefined && developerNote({ code: name, message: reason, advice: refusal.advice }),
      refusal === undefined && code !== undefined && paragraph(`Error: ${name}`, "note"),
    ].filter((child) => child !== false),
  };
}

/** Never to a URL of the request: back to the application's registered site, or to where the browser was before. */
function waysOn(kind: End["kind"], client: End["client"]): (Node | null)[] {
  if (client !== undefined) return [backLink(client.name, client.site_url)];
  if (kind !== "error") return [];
  return [
    history.length > 1 ? button("Go back", "main", () => history.back()) : null,
    element("a", { class: "button", href: "/" }, "What this service is"),
  ];
}
