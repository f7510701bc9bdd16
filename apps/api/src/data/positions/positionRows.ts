import type { Address } from "@portico/evm";
import { writePositions, type PositionQuery, type PositionRecord } from "@portico/protocols";
import type { PositionReading } from "@portico/store";
import type { PinnedChain } from "../chains/chainSurvey.ts";
import { sumParts } from "./positionParts.ts";

/** Somebody's positions in one protocol. */
export interface PositionKey {
  readonly owner: Address;
  readonly protocolId: string;
}

const NOTHING: PositionRecord = { positions: [], accounts: [] };

/** As the store keeps it, of somebody who has nothing. */
export const NOTHING_TEXT = writePositions(NOTHING);

/** Whether a stored text says that somebody has nothing, whatever facts it was read by. */
export const isNothing = (text: string): boolean => text.startsWith(NOTHING_BEGIN);

const NOTHING_BEGIN = NOTHING_TEXT.slice(0, NOTHING_TEXT.indexOf(`"facts"`));

interface Reading {
  readonly query: PositionQuery;
  /** Of factsOf. */
  readonly facts: string;
  readonly record: PositionRecord;
  /** False: an app's, which enter no curve. */
  readonly isCounted: boolean;
}

/** What was read, to be stored. */
export const toPositionRow = (synced: PinnedChain, { query, facts, record, isCounted }: Reading): PositionReading => ({
  ...toRow(synced, { owner: query.owner, protocolId: query.deployed.id }, writePositions(record, facts)),
  amounts: isCounted ? toDigits(sumParts(record.positions)) : {},
});

export const toEmptyRow = (synced: PinnedChain, key: PositionKey): PositionReading => toRow(synced, key, NOTHING_TEXT);

const toRow = ({ chain, blockNumber, hash, timeAt }: PinnedChain, key: PositionKey, text: string): PositionReading => ({
  ...key,
  chain: chain.id,
  blockNumber,
  blockHash: hash,
  timeAt,
  text,
  amounts: {},
});

const toDigits = (sums: ReadonlyMap<Address, bigint>): Record<Address, string> =>
  Object.fromEntries([...sums].map(([token, rawAmount]) => [token, rawAmount.toString()]));
