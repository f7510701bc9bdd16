import { createHash } from "node:crypto";
import type { MessageContent as ContentResponse } from "@portico/contract";
import { parseSubject, type MessageContent, type MessageKind, type Subject } from "@portico/store";
import { invalidParams } from "../errors.ts";

/** One message to accounts, as requested. */
export interface Sending {
  readonly kind: MessageKind;
  /** Deduplicated. */
  readonly recipients: readonly Subject[];
  readonly content: MessageContent;
  /** In ten-thousandths of a US dollar; 0 offers nothing, and limits nothing. */
  readonly maxOfferPrice: number;
  readonly prepaymentAmount: number;
}

/** @param names - In the contract's form: addresses, and CAIP-10 ids of contract accounts. */
export const readRecipients = (names: readonly string[]): Subject[] => [
  ...new Set(names.flatMap((name) => parseSubject(name) ?? [])),
];

/** @throws ServiceError invalid_params for an invisible text, or a link that disguises its target. */
export function readContent({ value: { data, url = "" } }: ContentResponse): MessageContent {
  if (data.trim() === "") throw invalidParams({ "content.value.data": "must not be blank" });
  if (url === "") return { text: data, url };
  const { protocol, username, password, hostname } = URL.parse(url) ?? {};
  if (protocol === "https:" && username === "" && password === "" && hostname !== "") return { text: data, url };
  throw invalidParams({ "content.value.url": "must be an https URL without credentials" });
}

/** SHA-256 of the whole request, independent of its spelling. */
export function hashSending(sending: Sending): `0x${string}` {
  const { kind, recipients, content, maxOfferPrice, prepaymentAmount } = sending;
  const identity = [kind, content.text, content.url, maxOfferPrice, prepaymentAmount, recipients.toSorted()];
  return `0x${createHash("sha256").update(JSON.stringify(identity)).digest("hex")}`;
}
