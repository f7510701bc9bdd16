import { createHash } from "node:crypto";
import type { MessageContent as WireContent } from "@portico/contract";
import { parseSubject, type MessageContent, type MessageKind, type Subject } from "@portico/store";
import { invalidParams } from "../errors.ts";

/** One message to accounts, as it was asked for. */
export interface Sending {
  readonly kind: MessageKind;
  /** Each once. */
  readonly recipients: readonly Subject[];
  readonly content: MessageContent;
  /** In ten-thousandths of a US dollar; 0 offers nothing, and limits nothing. */
  readonly maxOfferPrice: number;
  readonly prepaymentAmount: number;
}

/** @param names - As the contract has them: addresses, and CAIP-10 ids of accounts by contract. */
export const readRecipients = (names: readonly string[]): Subject[] => [
  ...new Set(names.flatMap((name) => parseSubject(name) ?? [])),
];

/** @throws ServiceError invalid_params for a text that nobody sees, or a link that doesn't say honestly where it leads. */
export function readContent({ value: { data, url = "" } }: WireContent): MessageContent {
  if (data.trim() === "") throw invalidParams({ "content.value.data": "must say something" });
  if (url === "") return { text: data, url };
  const { protocol, username, password, hostname } = URL.parse(url) ?? {};
  if (protocol === "https:" && username === "" && password === "" && hostname !== "") return { text: data, url };
  throw invalidParams({ "content.value.url": "must be an https URL without a user name" });
}

/** SHA-256 of all that was asked, however it was written. */
export function hashSending(sending: Sending): `0x${string}` {
  const { kind, recipients, content, maxOfferPrice, prepaymentAmount } = sending;
  const asked = [kind, content.text, content.url, maxOfferPrice, prepaymentAmount, recipients.toSorted()];
  return `0x${createHash("sha256").update(JSON.stringify(asked)).digest("hex")}`;
}
