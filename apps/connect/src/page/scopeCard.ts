import { plainText, shortAddress } from "@portico/ui/browser";
import { element, paragraph } from "./element.ts";
import type { RequestedScope } from "./interactionResponse.ts";

type Words = { readonly title: string; readonly text: string };

const WORDS: Readonly<Record<string, Words>> = {
  "user:base:read": {
    title: "Who you are",
    text: "Your address, its ENS name, the name and picture you chose, the date of your first activity, and the total value that your followers hold.",
  },
  "user:chain:read": {
    title: "Your holdings and activity on chain",
    text: "Your tokens, NFTs, positions in protocols, approvals and history, on every chain we read.",
  },
  "user:social:read": {
    title: "Your profile and the accounts you follow",
    text: "Your description of yourself, your followers and the accounts you follow.",
  },
  "data:read": {
    title: "What the data API answers, with your units",
    text: "What any address holds and did on chain, as the data API answers it, and your account's own figures. Each answer costs units of your account.",
  },
};

/** A scope in plain words; an unknown one is shown by its name. */
export const describeScope = (id: string): Words => WORDS[id] ?? { title: plainText(id, 60), text: "" };

/**
 * A scope, and what it shares of this very address.
 * @param isMore - Whether the application has an earlier consent: then new scopes are marked.
 */
export function scopeCard({ id, preview, is_new }: RequestedScope, isMore: boolean): HTMLElement {
  const { title, text } = describeScope(id);
  const mark = isMore && is_new === true ? element("span", { class: "mark" }, "new") : null;
  return element(
    "li",
    { class: "scope" },
    element("h3", {}, title, mark),
    text === "" ? null : paragraph(text),
    previewOf(preview),
  );
}

function previewOf(preview: RequestedScope["preview"]): HTMLElement {
  if (preview === null) return paragraph("The data of this address can't be previewed right now.", "note");
  if (preview.length === 0) return paragraph("This address has no such data yet.", "note");
  const rows = preview.map(({ label, value }) =>
    element("div", {}, element("dt", {}, plainText(label, 60)), element("dd", {}, valueOf(value))),
  );
  return element("dl", { class: "preview" }, ...rows);
}

/** Addresses are too long to read, and the page shows only one. */
const valueOf = (value: string): Node | string =>
  /^0x[0-9a-f]{40}$/i.test(value) ? element("code", { title: value }, shortAddress(value)) : plainText(value, 200);
