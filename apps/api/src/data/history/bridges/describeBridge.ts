import type { HistoryCounterpart } from "@portico/contract";
import { findChain, type Address } from "@portico/evm";
import type { Category } from "@portico/transactions";
import { listOtherChains, UNKNOWN, type BridgeSide } from "./bridgeSide.ts";
import type { BridgeView } from "./readCounterparts.ts";

export interface DescribedBridge {
  readonly category: Category | "";
  /** null: nothing is known. */
  readonly counterpart: HistoryCounterpart | null;
  /** Name of the other chain; undefined if unknown. */
  readonly chainName: string | undefined;
}

interface BridgeContext {
  readonly owner: Address;
  readonly sender: Address | undefined;
  readonly category: Category | "";
}

/** Categories that say less than that something came from or went to another chain. */
const PLAIN = new Set<Category | "">([
  "",
  "airdrop",
  "bridge_in",
  "bridge_out",
  "burn",
  "claim",
  "deposit",
  "mint",
  "receive",
  "send",
  "withdraw",
]);

/** Completes a transaction's category and other chain by what is known of the other side. */
export function describeBridge(
  { owner, sender, category: ownCategory }: BridgeContext,
  view: BridgeView | undefined,
): DescribedBridge {
  if (view === undefined) return { category: ownCategory, counterpart: null, chainName: undefined };
  const { side, counterpart: found } = view;
  const category = side.isDeposit && PLAIN.has(ownCategory) ? "bridge_in" : ownCategory;
  if (found !== undefined) {
    const { chain, hash, gains, losses } = found.side;
    const isOwn = (found.way === "out" ? gains : losses).length > 0;
    return {
      category: PLAIN.has(category) ? `bridge_${found.way}` : category,
      counterpart: { chain, id: hash, address: isOwn ? owner : null, proof: found.proof },
      chainName: findChain(chain)?.name,
    };
  }
  const none = { category, counterpart: null, chainName: undefined };
  if (category !== "bridge_out" && category !== "bridge_in") return none;
  const chain = findOnlyChain(side, category === "bridge_out" ? "out" : "in", sender === owner);
  if (chain === undefined) return none;
  return {
    category,
    counterpart: { chain, id: null, address: null, proof: null },
    chainName: findChain(chain)?.name,
  };
}

/** Of the owner's own transaction any contract is believed, of others only those of bridges. */
function findOnlyChain(side: BridgeSide, way: "in" | "out", isOwn: boolean): string | undefined {
  const [only, ...more] = listOtherChains(side, way, ({ emitters }) => isOwn || emitters.length > 0);
  return more.length > 0 || only === UNKNOWN || only === side.chain ? undefined : only;
}
