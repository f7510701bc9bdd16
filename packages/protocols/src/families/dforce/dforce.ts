import type { Address } from "@portico/evm";
import { parseAbi, parseAbiItem } from "viem";
import type { OwnerContext, PoolContext, ReadContext } from "../../adapter.ts";
import { defineFamily } from "../../family.ts";
import { unlessUnread } from "../../reader.ts";
import { toLower } from "../../toLower.ts";
import { readMarketPool } from "../compoundV2.ts";
import { coverPool } from "../compoundV2Forks.ts";
import type { CompoundV2Contracts } from "../compoundV2Markets.ts";
import { readDforceAccount } from "./dforceAccount.ts";
import { identifyMarkets } from "../identifyMarkets.ts";

/** @see https://developers.dforce.network/lend/lend-and-synth/controller */
const controllerAbi = parseAbi(["function getAlliTokens() view returns (address[])"]);
const events = [
  parseAbiItem("event MarketEntered(address iToken, address account)"),
  parseAbiItem("event BorrowedAdded(address iToken, address account)"),
];

/** dForce's lending, now Unitus: markets like Compound V2's, at a controller with views of its own. */
export const dforceFamily = defineFamily<CompoundV2Contracts>({
  name: "dforce",
  roles: { controller: "required" },
  perAddress: "controller",
  toContracts: ({ controller = [] }) => ({ comptroller: controller[0]! }),
  readsUntrusted: true,

  signals: ({ comptroller }) => ({
    events: events.map((event) => ({ event, owners: ["account"], emitters: [comptroller] })),
  }),

  identifyForks: (context, candidates) =>
    identifyMarkets(context, candidates, { claim: "controller", list: "hasiToken" }),

  listPositions: (context: OwnerContext<CompoundV2Contracts>) => readDforceAccount(context),

  /** Tokens that are only borrowed have no rate, and are omitted. */
  async listPools(context: PoolContext<CompoundV2Contracts>) {
    const markets = await listMarkets(context);
    const pools = await Promise.all(
      markets.map((market) =>
        unlessUnread(
          readMarketPool(context, market).then((pool) => coverPool(context, pool)),
          [],
        ),
      ),
    );
    return pools.flat();
  },

  async check(context: ReadContext<CompoundV2Contracts>) {
    const markets = await unlessUnread(listMarkets(context), undefined);
    if (markets === undefined) return "getAlliTokens() of the controller fails";
    return markets.length === 0 ? "the controller has no markets" : undefined;
  },
});

async function listMarkets({ contracts, read }: ReadContext<CompoundV2Contracts>): Promise<Address[]> {
  const [markets] = await read([{ address: contracts.comptroller, abi: controllerAbi, functionName: "getAlliTokens" }]);
  return markets.map(toLower);
}
