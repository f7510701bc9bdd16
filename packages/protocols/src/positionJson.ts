import type { Address } from "@portico/evm";
import type { Position } from "./position.ts";

/** A protocol's result for an owner, as cached. */
export interface PositionRecord {
  positions: readonly Position[];
  /** The owner's contract accounts, from a wallet's adapter. */
  accounts: readonly Address[];
}

/** The fields of a position that are bigints. */
const BIGINTS = new Set(["rawAmount", "rawClaimable", "rawDailyUnlock", "sqrtPriceX96", "tokenId"]);

/** Characters that jsonb rejects: names of positions may be untrusted text. */
// oxlint-disable-next-line no-control-regex -- it is the one that is meant
const NUL = /\u0000/g;

/**
 * JSON text that any JSON column accepts: bigints are `"123n"`, and strings lose lone surrogates and NUL.
 * @param stateKey - Hash of the owner state used for the read: see isOfState.
 */
export const writePositions = ({ positions, accounts }: PositionRecord, stateKey = ""): string =>
  JSON.stringify({ positions, accounts, facts: stateKey }, write);

/** Whether a text of writePositions was read with this owner state. */
export const isOfState = (text: string, stateKey: string): boolean =>
  text.endsWith(`,"facts":${JSON.stringify(stateKey)}}`);

const write = (_key: string, value: unknown): unknown => {
  if (typeof value === "bigint") return `${value}n`;
  return typeof value === "string" ? value.toWellFormed().replaceAll(NUL, "") : value;
};

/** Parses the output of writePositions. @throws SyntaxError if it is invalid. */
export function readPositionsText(text: string): PositionRecord {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only written by writePositions
  const { positions, accounts } = JSON.parse(text, read) as PositionRecord;
  return { positions, accounts };
}

const read = (key: string, value: unknown): unknown =>
  typeof value === "string" && BIGINTS.has(key) && value.endsWith("n") ? BigInt(value.slice(0, -1)) : value;
