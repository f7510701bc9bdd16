import { type Address, type Hex, ZERO_ADDRESS } from "@portico/evm";
import { toEventSelector } from "viem";
import type { Intent } from "../categories/intent.ts";
import { findBridgeEvent } from "../bridges/bridgeEvents.ts";
import { type BridgeFacts, readBridgeLog } from "../bridges/readBridgeLog.ts";
import { ADDRESS_WORD } from "./addressWord.ts";
import { type EventRow, eventRows } from "./eventRows.ts";

let byTopic: ReadonlyMap<string, EventRow> | undefined;
const byCode = new Map(eventRows.map((row) => [row.code, row]));

const rowsByTopic = (): ReadonlyMap<string, EventRow> =>
  (byTopic ??= new Map(eventRows.map((row) => [toEventSelector(row.signature), row])));

/** First topics of the events with a meaning. */
export const listEventTopics = (): Hex[] => [...rowsByTopic().keys()] as Hex[];

/** What the contract says that it did, by the stored code; undefined if the code is of a newer release. */
export const findEventMeaning = (code: number): Intent | undefined => byCode.get(code)?.meaning;

/** A log as objects or a decoder have it; hex in lower case. */
interface EventLog {
  topics: readonly Hex[];
  data: Hex;
}

/** An event of the table and the accounts that it names. */
export interface NamedEvent extends Partial<BridgeFacts> {
  code: number;
  owners: Address[];
}

/** Words of data that may name an account: the static arguments of all these events. */
const MAX_WORDS = 8;

/** undefined if the log is none of the table's events, or names nobody. */
export function readEvent({ topics, data }: EventLog): NamedEvent | undefined {
  const row = rowsByTopic().get(topics[0] ?? "");
  if (row === undefined) return undefined;
  const bridge = findBridgeEvent(row.code);
  if (bridge !== undefined) {
    const { owners, ...facts } = readBridgeLog(bridge, { topics, data });
    return owners.length === 0 ? undefined : { code: row.code, owners, ...facts };
  }
  const owners = listOwners(row, topics.slice(1), data);
  return owners.length === 0 ? undefined : { code: row.code, owners };
}

function listOwners({ ownerTopic }: EventRow, topics: readonly Hex[], data: Hex): Address[] {
  if (ownerTopic !== undefined) return listAddresses(topics.slice(ownerTopic - 1, ownerTopic));
  const indexed = listAddresses(topics);
  return indexed.length > 0 ? indexed : listAddresses(listWords(data));
}

const listWords = (data: Hex): Hex[] =>
  Array.from(
    { length: Math.min(Math.floor((data.length - 2) / 64), MAX_WORDS) },
    (_, at): Hex => `0x${data.slice(2 + 64 * at, 66 + 64 * at)}`,
  );

const listAddresses = (words: readonly Hex[]): Address[] => [
  ...new Set(
    words
      .filter((word) => ADDRESS_WORD.test(word))
      .map((word): Address => `0x${word.slice(26)}`)
      .filter((address) => address !== ZERO_ADDRESS),
  ),
];
