/** Argument parsers for commander. */
import { Argument, InvalidArgumentError } from "@commander-js/extra-typings";
import { operationTable } from "@portico/contract";
import { findChain } from "@portico/evm";
import { parseSubject, type Subject } from "@portico/store";
import { toDay } from "./renderTable.ts";

const NAME_MAX = 100;
const DAY_MS = 86_400_000;

export function readName(text: string): string {
  if (text.trim() === "" || text.length > NAME_MAX || /\p{C}/u.test(text)) {
    throw new InvalidArgumentError(`A name has 1 to ${NAME_MAX} printable characters`);
  }
  return text.trim();
}

/** A name of one or more words, which need no quotes. */
export const nameArgument = (description: string) =>
  new Argument("<name...>", description).argParser((word: string, before: string | undefined) =>
    readName(before === undefined ? word : `${before} ${word}`),
  );

/** @returns a parser of ids with this prefix; `secret` is the prefix of the corresponding secret. */
export const idReader =
  (prefix: string, secret?: string) =>
  (text: string): string => {
    if (text.startsWith(prefix)) return text;
    const isSecret = secret !== undefined && text.startsWith(secret);
    throw new InvalidArgumentError(`${isSecret ? "This is the secret itself: use" : "Use"} the id, ${prefix}…`);
  };

/** @returns a parser of whole numbers from `least` to `max`. */
export const countReader =
  (least: number, max = Number.MAX_SAFE_INTEGER) =>
  (text: string): number => {
    const count = /^-?\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
    if (count >= least && count <= max) return count;
    const range = max === Number.MAX_SAFE_INTEGER ? `from ${least}` : `from ${least} to ${max}`;
    throw new InvalidArgumentError(`Must be a whole number ${range}`);
  };

/** A UTC day. */
export function readDay(text: string): string {
  const start = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  const isDay = Number.isFinite(start) && toDay(new Date(start)) === text; // rejects 30 February, for example
  if (!isDay) throw new InvalidArgumentError(`'${text}' is not a date such as 2027-12-31`);
  return text;
}

/** @returns the end of the given day. */
export function readLastDay(text: string): Date {
  const end = new Date(Date.parse(readDay(text)) + DAY_MS);
  if (end.getTime() <= Date.now()) throw new InvalidArgumentError(`${text} is in the past`);
  return end;
}

/** A signer: an address, or a contract with its chain. */
export function readOwner(text: string): Subject {
  const owner = parseSubject(text);
  if (owner !== undefined) return owner;
  throw new InvalidArgumentError(
    "Must be an address, 0x and 40 hex digits; of a contract with its chain: eip155:1:0x…",
  );
}

/** Comma-separated items without duplicates. */
export function readList(text: string): string[] {
  const entries = text.split(",").map((entry) => entry.trim());
  if (entries.includes("")) throw new InvalidArgumentError("Must be one value, or several separated by commas");
  return [...new Set(entries)];
}

/** Operations that a key may be restricted to. */
const keyOperations = Object.entries(operationTable)
  .filter(([, { server, security }]) => server === "api" && security.length > 0)
  .map(([id]) => id);

/** @returns a parser of operationIds from these operations. */
export const operationReader =
  (known: readonly string[]) =>
  (text: string): string => {
    if (known.includes(text)) return text;
    const near = known.filter((id) => id.toLowerCase().includes(text.toLowerCase())).slice(0, 5);
    const advice = near.length > 0 ? `Did you mean ${near.join(", ")}?` : "See the operationIds of the reference";
    throw new InvalidArgumentError(`'${text}' is not a valid operation here. ${advice}`);
  };

export const readOperations = (text: string): string[] => readList(text).map(operationReader(keyOperations));

/** A chain's slug. */
export function readChain(text: string): string {
  if (findChain(text) !== undefined) return text;
  throw new InvalidArgumentError(`Unknown chain '${text}'. Use an id such as eth or base.`);
}
