import { listChainStates } from "./chains.ts";
import type { Store } from "../database/database.ts";
import { findPriceClock } from "../prices/priceClock.ts";
import { MARK_SECONDS } from "../prices/pricePoints.ts";
import { listUnclassified } from "../protocols/protocolContracts.ts";

/**
 * Whether all chains have balances, prices up to their newest block (for curves), and no unclassified contracts (for
 * positions).
 */
export async function isFullyIndexed(db: Store, chains: readonly string[]): Promise<boolean> {
  const states = new Map((await listChainStates(db)).map((state) => [state.chain, state]));
  const known = await Promise.all(
    chains.map(async (chain) => {
      const head = states.get(chain)?.balances;
      if (head === undefined) return false;
      const [clock, waiting] = await Promise.all([findPriceClock(db, chain), listUnclassified(db, chain, 1)]);
      return (clock?.timeAt ?? 0) >= head.timeAt - MARK_SECONDS && waiting.length === 0;
    }),
  );
  return known.every(Boolean);
}
