import { defineAdapter } from "../adapter.ts";
import { createCompoundV2Family } from "../families/compoundV2.ts";
import { venusRewards } from "./venusRewards.ts";

/** The core pool of Venus. */
export const venus = defineAdapter({
  id: "venus",
  name: "Venus",
  siteUrl: "https://app.venus.io",
  category: "lending",
  source: "Unitroller and VaiUnitroller of @venusprotocol/venus-protocol 2.2.1 (BSD-3-Clause), networks/mainnet.json",
  deployments: {
    bsc: {
      comptroller: "0xfd36e2c2a6789db23113685031d7f16329158384",
      stableController: "0x004065d34c6b18ce4370ced1cebde94865dbfafe",
    },
  },
  ...createCompoundV2Family(venusRewards),
});
