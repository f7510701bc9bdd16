import { defineFamily } from "../../family.ts";
import { checkResponse } from "../checkResponse.ts";
import { poolAbi, stakeDeposit } from "./stargateAbi.ts";
import type { StargateContracts } from "./stargatePools.ts";
import { identifyShares, listShares, listStargatePools, unwrapShare } from "./stargatePools.ts";
import { listStakePools, listStakes, readStakeShares } from "./stargateStakes.ts";

/** Pools of a bridge: a share is one unit of the pool's token. */
export const stargateV2Family = defineFamily<StargateContracts>({
  name: "stargate-v2",
  roles: { pool: "required", staking: "optional" },
  toContracts: ({ pool, staking }) => ({ pools: pool ?? [], staking: staking?.[0] }),

  signals: ({ staking }) => ({
    events: staking === undefined ? [] : [{ event: stakeDeposit, emitters: [staking], owners: ["to"], key: "token" }],
  }),

  identifyForks: identifyShares,

  async listPositions(context) {
    const [shares, stakes] = await Promise.all([listShares(context), listStakes(context)]);
    return [...shares, ...stakes];
  },

  async listPools(context) {
    if (context.isContinued === true) return [];
    const [pools, stakes] = await Promise.all([listStargatePools(context), listStakePools(context)]);
    return [...pools, ...stakes];
  },

  readShares: readStakeShares,
  unwrap: unwrapShare,

  check: (context) =>
    checkResponse(
      context,
      context.contracts.pools.map((address) => ({ address, abi: poolAbi, functionName: "lpToken" })),
    ),
});
