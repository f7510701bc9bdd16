import type { BlockRef, Store } from "@portico/store";
import type { Touched } from "../chain/changes.ts";
import type { ChainWork } from "../chain/chainWork.ts";

/** What calls at a head answered, not stored yet. */
export interface StateReading {
  /** How many things were read. */
  count: number;
  /** Whether nothing that is stale is left once this is stored. */
  isLast: boolean;
  /** Call it in the transaction that says what is true at the head. */
  store(tx: Store): Promise<void>;
}

/** One kind of thing that a call answers, and that no event tells for sure. */
export interface StatePart {
  name: string;
  /**
   * Reads at `head` what is stale in the store and, when a range is given that is about to be stored in the same
   * transaction, what that touches; at most `work.limits.balancePage` of them.
   * @returns `isLast: false` with a range: it is too much for one transaction, store nothing of this.
   */
  read(work: ChainWork, head: BlockRef, range: Touched | undefined): Promise<StateReading>;
}
