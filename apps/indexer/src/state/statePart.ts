import type { BlockRef, Store } from "@portico/store";
import type { ChangedState } from "../chain/changes.ts";
import type { ChainWork } from "../chain/chainWork.ts";

/** Results of calls at a head, not stored yet. */
export interface StateReading {
  /** Number of items read. */
  count: number;
  /** Whether nothing stale is left once this is stored. */
  isLast: boolean;
  /** Call it in the transaction that marks the state as true at the head. */
  store(tx: Store): Promise<void>;
  /**
   * Reads what follows in the queue, which can be done before this is stored; undefined if nothing does. What is read
   * so is never the last.
   */
  readNext?: (() => Promise<StateReading>) | undefined;
}

/** A kind of state that is read by calls, because events don't determine it reliably. */
export interface StatePart {
  name: string;
  /**
   * Reads at `head` the stale state in the store and, for a range that is about to be stored in the same transaction,
   * the state that it changes; at most `work.limits.balancePage` items.
   * @returns `isLast: false` with a range: it is too much for one transaction, store none of this.
   */
  read(work: ChainWork, head: BlockRef, range: ChangedState | undefined): Promise<StateReading>;
}
