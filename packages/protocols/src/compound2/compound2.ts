import { defineAdapter } from "../adapter.ts";
import { createCompoundV2Family } from "../families/compoundV2.ts";
import { compRewards } from "./compRewards.ts";

/** Compound V2. */
export const compound2 = defineAdapter({
  id: "compound",
  name: "Compound V2",
  siteUrl: "https://app.compound.finance",
  category: "lending",
  source: "Comptroller of @compound-finance/compound-js 0.6.2 (BSD-3-Clause), dist/nodejs/constants.js",
  deployments: { eth: { comptroller: "0x3d9819210a31b4961b30ef54be2aed79b9c9cd3b" } },
  ...createCompoundV2Family(compRewards),
});
