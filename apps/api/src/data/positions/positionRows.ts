import type { Address } from "@portico/evm";
import { writePositions, type Amount, type PositionQuery, type PositionRecord } from "@portico/protocols";
import type { PositionReading } from "@portico/store";
import type { PinnedChain } from "../chains/chainSurvey.ts";
import { isOverdrawn, sumParts } from "./positionParts.ts";

/** A holder's positions in one protocol. */
export interface PositionKey {
  readonly owner: Address;
  readonly protocolId: string;
}

const NOTHING: PositionRecord = { positions: [], accounts: [] };

/** The stored form of no positions. */
export const NOTHING_TEXT = writePositions(NOTHING);

/** Whether a stored text is empty, regardless of the metadata it was read with. */
export const isNothing = (text: string): boolean => text.startsWith(NOTHING_BEGIN);

const NOTHING_BEGIN = NOTHING_TEXT.slice(0, NOTHING_TEXT.indexOf(`"facts"`));

interface Reading {
  readonly query: PositionQuery;
  /** From stateKeyOf. */
  readonly stateKey: string;
  readonly record: PositionRecord;
  /** False for an app's positions, which are in no curve. */
  readonly isCounted: boolean;
  /** At the newest price; 0: unknown. */
  readonly usdOf: (amount: Amount) => number;
}

/** A result in stored form. */
export const toPositionRow = (
  synced: PinnedChain,
  { query, stateKey, record, isCounted, usdOf }: Reading,
): PositionReading => ({
  ...toRow(synced, { owner: query.owner, protocolId: query.deployed.id }, writePositions(record, stateKey)),
  amounts: isCounted ? toDigits(sumParts(record.positions.filter((one) => !isOverdrawn(one, usdOf)))) : {},
});

export const toEmptyRow = (synced: PinnedChain, key: PositionKey): PositionReading => toRow(synced, key, NOTHING_TEXT);

const toRow = ({ chain, blockNumber, hash, timeAt }: PinnedChain, key: PositionKey, text: string): PositionReading => ({
  ...key,
  chain: chain.slug,
  blockNumber,
  blockHash: hash,
  timeAt,
  text,
  amounts: {},
});

const toDigits = (sums: ReadonlyMap<Address, bigint>): Record<Address, string> =>
  Object.fromEntries([...sums].map(([token, rawAmount]) => [token, rawAmount.toString()]));
