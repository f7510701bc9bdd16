import type { ChainNumbering } from "./chainNumberings.ts";
import rows from "./bridgeEvents.json" with { type: "json" };

/**
 * Location of a word in a log: `t1` is the first indexed argument, `w0` the first word of the data, `b164` the word at
 * a byte of the data, `l22` the 20 bytes at the left of a word.
 */
export type WordLocation = `${"b" | "l" | "t" | "w"}${number}`;

/** An event by which a bridge reports one side of a transfer between chains; a row of bridgeEvents.json. */
export interface BridgeEventRow {
  /** Stored: never changed, never used again. */
  code: number;
  /** Events of one scheme have one space of ids. Rollups' own bridges have none. */
  bridge: string;
  /** Whether it leaves the chain of the log, or arrives there. */
  way: "in" | "out";
  signature: string;
  /** Sender and recipient. */
  owners: readonly WordLocation[];
  /** The other chain. */
  chain?: WordLocation;
  numbering?: ChainNumbering;
  /** What both sides have in common: the transfer's id, or the hash of the other side's transaction. */
  id?: WordLocation;
  /** Whether the bridge's contract logs whatever id its caller chooses. */
  isCallersId?: boolean;
  source: string;
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- bridgeEvents.test.ts checks every row
export const bridgeEventRows = rows as readonly BridgeEventRow[];

const byCode = new Map(bridgeEventRows.map((row) => [row.code, row]));

/** By the stored code; undefined if it is none of a bridge. */
export const findBridgeEvent = (code: number): BridgeEventRow | undefined => byCode.get(code);
