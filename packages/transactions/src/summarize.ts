import type { Category } from "./category.ts";
import { actionWords } from "./actionWords.ts";

/** What a sentence about a transaction needs; all texts are plain and short. */
export interface SummaryParts {
  category: Category | "";
  isSuccess: boolean;
  /** "present" for a transaction that has not been sent, whose amounts are what it would move. */
  tense?: "past" | "present" | undefined;
  /** Net amounts with symbols, "1,200 USDC", without receipts of deposits and debts where `category` is about what they stand for. */
  ins: readonly string[];
  outs: readonly string[];
  /** Names of tokens and NFTs of approvals. */
  approved: readonly string[];
  /** Name of the protocol, of an approval that of the spender; undefined if unknown. */
  protocol: string | undefined;
  /** Name of the chain at the other end of a bridge; undefined if unknown. */
  otherChain?: string | undefined;
  /** Name or address of the other side; "" if there is none. */
  other: string;
  /** Name or selector of the called function; "" if none was called. */
  functionName: string;
}

/** One English sentence, without a full stop: "Swapped 1,200 USDC for 0.41 ETH on CoW Swap". */
export function summarize(parts: SummaryParts): string {
  const text = summarizeSuccess(parts);
  return parts.isSuccess ? text : `Failed: ${text.charAt(0).toLowerCase()}${text.slice(1)}`;
}

/** Categories that are not about amounts and a protocol. What else went out is added: no sentence hides a loss. */
const sentences: Readonly<Partial<Record<Category, (parts: SummaryParts) => string>>> = {
  send: ({ outs, other, tense }) => `${pick(tense, "Sent", "Sends")} ${list(outs)}${to("to", other)}`,
  receive: (parts) =>
    `${pick(parts.tense, "Received", "Receives")} ${list(parts.ins)}${to("from", parts.other)}${andSent(parts)}`,
  approve: (parts) =>
    `${pick(parts.tense, "Allowed", "Allows")} ${nameSpender(parts)} to move ${list(parts.approved)}${andSent(parts)}`,
  revoke: (parts) =>
    `${pick(parts.tense, "Stopped", "Stops")} ${nameSpender(parts)} from moving ${list(parts.approved)}${andSent(parts)}`,
  cancel: (parts) => `${pick(parts.tense, "Cancelled", "Cancels")} a pending transaction${andSent(parts)}`,
  deploy: (parts) => `${pick(parts.tense, "Deployed", "Deploys")} a contract${andSent(parts)}`,
  trade_nft: ({ ins, outs, protocol, tense, ...parts }) =>
    ins.length > 0 && outs.length > 0
      ? `${pick(tense, "Traded", "Trades")} ${list(outs)} for ${list(ins)}${to("on", protocol)}`
      : summarizeMoves({ ins, outs, protocol, tense, ...parts }),
};

type Tense = SummaryParts["tense"];

const pick = (tense: Tense, past: string, present: string): string => (tense === "present" ? present : past);

const andSent = ({ outs, tense }: SummaryParts): string =>
  outs.length === 0 ? "" : ` and ${pick(tense, "sent", "sends")} ${list(outs)}`;

const nameSpender = ({ protocol, other }: SummaryParts): string => protocol ?? (other || "an address");

function summarizeSuccess(parts: SummaryParts): string {
  const { category } = parts;
  if (category === "") return summarizeMoves(parts);
  return sentences[category]?.(parts) ?? summarizeAction(parts, category);
}

function summarizeAction(parts: SummaryParts, category: Category): string {
  const words = actionWords[category];
  if (words === undefined) return summarizeMoves(parts);
  const { first, link, toChain, at } = words;
  const verb = pick(parts.tense, words.verb, words.present);
  const alone = parts.tense === "present" ? words.presentAlone : words.alone;
  const isOwnBridge = toChain !== undefined && parts.protocol === parts.otherChain;
  const place = at === undefined || isOwnBridge ? "" : to(at, parts.protocol);
  if (first !== "out" && link === undefined && parts.outs.length > 0) return summarizeMoves(parts); // hides no loss
  if (first === undefined) return `${verb}${place}`;
  const [subject, price] = first === "in" ? [parts.ins, parts.outs] : [parts.outs, parts.ins];
  if (subject.length === 0) return alone === undefined ? summarizeMoves(parts) : `${alone}${to("on", parts.protocol)}`;
  const exchanged = link === undefined || price.length === 0 ? "" : ` ${link} ${list(price)}`;
  const chain = toChain === undefined ? "" : to(toChain, parts.otherChain);
  return `${verb} ${list(subject)}${exchanged}${chain}${place}`;
}

/** Without a word for it: what was called, and what moved. */
function summarizeMoves({ functionName, protocol, other, ins, outs, tense }: SummaryParts): string {
  const called =
    functionName === "" ? "" : `${pick(tense, "Called", "Calls")} ${functionName}${to("on", protocol ?? other)}`;
  const moved = [
    outs.length > 0 ? `${pick(tense, "sent", "sends")} ${list(outs)}` : "",
    ins.length > 0 ? `${pick(tense, "received", "receives")} ${list(ins)}` : "",
  ]
    .filter((text) => text !== "")
    .join(" and ");
  if (called === "")
    return moved === ""
      ? pick(tense, "Moved nothing", "Moves nothing")
      : `${moved.charAt(0).toUpperCase()}${moved.slice(1)}`;
  return moved === "" ? called : `${called}: ${moved}`;
}

const to = (word: string, name: string | undefined): string =>
  name === undefined || name === "" ? "" : ` ${word} ${name}`;

const MAX_LISTED = 3;

function list(texts: readonly string[]): string {
  if (texts.length === 0) return "nothing";
  const shown =
    texts.length > MAX_LISTED ? [...texts.slice(0, MAX_LISTED), `${texts.length - MAX_LISTED} more`] : texts;
  return shown.length === 1 ? shown[0]! : `${shown.slice(0, -1).join(", ")} and ${shown.at(-1)}`;
}
