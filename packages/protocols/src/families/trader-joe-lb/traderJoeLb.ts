import type { Address } from "@portico/evm";
import type { ForkIdentity } from "../../adapter.ts";
import { defineFamily } from "../../family.ts";
import { listAnswered } from "../listAnswered.ts";
import { readWords, toAddress } from "../readWords.ts";
import { listBins } from "./listBins.ts";
import { claimViews, readClaim, readPairState } from "./readLbPair.ts";

/** Liquidity Book, versions 2.0 to 2.2: shares of bins are tokens of the pair, like ERC-1155's. */
export const traderJoeLbFamily = defineFamily({
  name: "trader-joe-lb",
  roles: { factory: "required" },
  perAddress: "factory",
  toContracts: ({ factory }) => ({ factory: factory![0]! }),
  readsUntrusted: true,

  /** A pair names its factory, and that must name the pair. */
  async identifyForks(context, candidates) {
    const forks = new Map(context.contracts.map(({ factory }, index) => [factory, index] as const).toReversed());
    const found = await Promise.all(
      candidates.map(async (address): Promise<[Address, ForkIdentity] | undefined> => {
        const named = await Promise.all(
          claimViews.map(async (views) => readWords(context, { address, view: views.factory }, [1])),
        );
        const version = named.findIndex((words) => words !== undefined && forks.has(toAddress(words[0] ?? 0n)));
        if (version < 0) return undefined;
        const factory = toAddress(named[version]?.[0] ?? 0n);
        const isPair = await readClaim(context, { factory, address, views: claimViews[version]! });
        return isPair ? [address, { fork: forks.get(factory)!, identity: "nft" }] : undefined;
      }),
    );
    return new Map(found.filter((one) => one !== undefined));
  },

  async check({ contracts: { factory }, tryRead }) {
    const count = await readWords({ tryRead }, { address: factory, view: "getNumberOfLBPairs()" }, [1]);
    return count === undefined ? "getNumberOfLBPairs() does not respond" : undefined;
  },

  async listPositions(context) {
    const found = await Promise.all([...context.nfts].map(([pair, ids]) => listBins(context, pair, ids)));
    return found.flat();
  },

  listPools: ({ known, ...context }) => listAnswered(known.map((pair) => readPairState(context, pair))),
});
