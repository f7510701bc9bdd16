import { defineAdapter } from "../adapter.ts";
import { createCompoundV2Family } from "../families/compoundV2.ts";
import { distributorRewards } from "../families/distributorRewards.ts";

/**
 * Moonwell where rewards have their own distributor; on Moonbeam and Moonriver the comptroller computes them
 * differently.
 */
export const moonwell = defineAdapter({
  id: "moonwell",
  name: "Moonwell",
  siteUrl: "https://moonwell.fi",
  category: "lending",
  source: "comptroller and multiRewardDistributor of @moonwell-fi/moonwell-sdk 1.0.0 (MIT), environments/definitions",
  deployments: {
    base: {
      comptroller: "0xfbb21d0380bee3312b33c4353c8936a0f13ef26c",
      distributor: "0xe9005b078701e2a0948d2eac43010d35870ad9d2",
    },
    op: {
      comptroller: "0xca889f40aae37fff165bccf69aef1e82b5c511b9",
      distributor: "0xf9524bfa18c19c3e605fbfe8dfd05c6e967574aa",
    },
  },
  ...createCompoundV2Family(distributorRewards),
});
