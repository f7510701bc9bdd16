import type { Address } from "@portico/evm";
import { writePositions, type PositionQuery, type PositionRecord } from "@portico/protocols";
import type { PositionReading } from "@portico/store";
import type { PinnedChain } from "../chainSurvey.ts";
import { factsOf } from "./factsOf.ts";
import { sumParts } from "./positionParts.ts";

/** Somebody's positions in one protocol. */
export interface PositionKey {
  readonly owner: Address;
  readonly protocolId: string;
}

const NOTHING: PositionRecord = { positions: [], accounts: [] };

/** As the store keeps it, of somebody who has nothing. */
export const NOTHING_TEXT = writePositions(NOTHING);

/** What was read, to be stored. @param isCounted - False: an app's, which enter no curve. */
export const toPositionRow = (
  synced: PinnedChain,
  query: PositionQuery,
  { record, isCounted }: { readonly record: PositionRecord; readonly isCounted: boolean },
): PositionReading => ({
  ...toRow(synced, { owner: query.owner, protocolId: query.deployed.id }, writePositions(record, factsOf(query))),
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
