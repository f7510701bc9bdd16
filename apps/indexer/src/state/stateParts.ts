import type { BlockRef, Store } from "@portico/store";
import type { ChangedState } from "../chain/changes.ts";
import { getBlock } from "../source/blockRef.ts";
import type { ChainWork } from "../chain/chainWork.ts";
import { ReorgError } from "../chain/reorgError.ts";
import { supplies } from "../tokens/supplies.ts";
import { nfts } from "./nfts.ts";
import { operatorApprovals } from "./operatorApprovals.ts";
import { pairs } from "./pairs.ts";
import { initialScans } from "./initialScans.ts";
import type { StateReading } from "./statePart.ts";

/** All state that is read at a head. A new part is a file and a row. */
const stateParts = [pairs, nfts, operatorApprovals, initialScans, supplies];

/**
 * Reads all parts at the head: a page of each part's stale state.
 * @throws ReorgError when the head is no longer the chain's.
 */
export async function readState(
  work: ChainWork,
  head: BlockRef,
  range: ChangedState | undefined,
): Promise<StateReading> {
  return await readParts(
    work,
    head,
    stateParts.map((part) => () => part.read(work, head, range)),
  );
}

async function readParts(
  work: ChainWork,
  head: BlockRef,
  parts: readonly (() => Promise<StateReading>)[],
): Promise<StateReading> {
  const results = await Promise.allSettled(parts.map((read) => read()));
  const { hash } = await getBlock(work.rpc, head.blockNumber);
  if (hash !== head.hash) throw new ReorgError(head.blockNumber); // and failed reads failed because of that
  const readings = results.map((result) => {
    if (result.status === "rejected") throw result.reason;
    return result.value;
  });
  const next = readings.flatMap(({ readNext }) => readNext ?? []);
  return {
    count: readings.reduce((sum, { count }) => sum + count, 0),
    isLast: readings.every(({ isLast }) => isLast),
    store: async (tx: Store) => {
      for (const reading of readings) await reading.store(tx);
    },
    readNext: next.length === 0 ? undefined : () => readParts(work, head, next),
  };
}
