import type { Address, Hex } from "@portico/evm";
import { ADDRESS_WORD } from "../events/addressWord.ts";
import type { BridgeEventRow, WordLocation } from "./bridgeEvents.ts";

/** What a bridge's log says of a transfer between chains. */
export interface BridgeFacts {
  /** The other chain by the bridge's number, see chainNumberings.ts; undefined if the log doesn't say. */
  otherChain: bigint | undefined;
  transferId: bigint | undefined;
}

interface Log {
  topics: readonly Hex[];
  data: Hex;
}

/** Malformed parts are left out. */
export function readBridgeLog(row: BridgeEventRow, log: Log): BridgeFacts & { owners: Address[] } {
  const owners = row.owners.flatMap((location) => readAddress(log, location) ?? []);
  const otherChain = row.chain && readNumber(log, row.chain);
  return {
    owners: [...new Set(owners)],
    otherChain: otherChain !== undefined && otherChain < MAX_CHAIN ? otherChain : undefined,
    transferId: row.id && readNumber(log, row.id),
  };
}

const MAX_CHAIN = 2n ** 64n;
const WORD = 64;

function readWord({ topics, data }: Log, location: WordLocation): Hex | undefined {
  const number = Number(location.slice(1));
  if (location.startsWith("t")) return topics[number];
  const start = 2 + (location.startsWith("b") ? 2 * number : WORD * number);
  return data.length < start + WORD ? undefined : `0x${data.slice(start, start + WORD)}`;
}

function readNumber(log: Log, location: WordLocation): bigint | undefined {
  const word = readWord(log, location);
  return word === undefined ? undefined : BigInt(word);
}

function readAddress(log: Log, location: WordLocation): Address | undefined {
  const word = readWord(log, location);
  if (word === undefined) return undefined;
  const padded: Hex = location.startsWith("l") ? `0x${word.slice(42)}${word.slice(2, 42)}` : word;
  return ADDRESS_WORD.test(padded) ? `0x${padded.slice(26)}` : undefined;
}
