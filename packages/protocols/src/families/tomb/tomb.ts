import { defineFamily } from "../../family.ts";
import type { RoleAddresses } from "../../family.ts";
import { checkChefs, masterChefFamily } from "../masterChef.ts";
import type { MasterChefContracts } from "../masterChef.ts";
import { unverifiedStakingFamily } from "../unverifiedStaking.ts";
import type { UnverifiedStakingContracts } from "../unverifiedStaking.ts";

type TombContracts = MasterChefContracts & UnverifiedStakingContracts;

/** Forks of Tomb: stakes of shares, and pools that pay shares. What a season pays for a stake is not read. */
export const tombFamily = defineFamily<TombContracts>({
  name: "tomb",
  roles: { share: "required", rewardPool: "required", masonry: "required", token: "foreign" },
  readsUntrusted: true,
  isUnverified: true,

  toContracts: ({ share = [], rewardPool = [], masonry = [] }: RoleAddresses) => ({
    chefs: rewardPool.map((address) => ({ address, isUnverified: true, pending: "pendingShare", reward: share[0]! })),
    stakings: masonry.map((address) => ({ address, tokens: share })),
  }),

  signals: (contracts) => ({
    events: [...masterChefFamily.signals(contracts).events, ...unverifiedStakingFamily.signals(contracts).events],
  }),

  async listPositions(context) {
    const found = await Promise.all([
      masterChefFamily.listPositions(context),
      unverifiedStakingFamily.listPositions(context),
    ]);
    return found.flat();
  },

  async listPools(context) {
    const found = await Promise.all([masterChefFamily.listPools(context), unverifiedStakingFamily.listPools(context)]);
    return found.flat();
  },

  readShares: (context, pool, owners) =>
    (pool.index === undefined ? unverifiedStakingFamily : masterChefFamily).readShares(context, pool, owners),

  check: checkChefs,
});
