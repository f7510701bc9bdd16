import { defineAdapter } from "../adapter.ts";
import { stakedTokenFamily } from "../families/stakedToken.ts";

/** Aave's safety module: stakes that cover losses of its markets. */
export const stkaave = defineAdapter({
  id: "stkaave",
  name: "Aave Safety Module",
  siteUrl: "https://app.aave.com/staking",
  category: "staking",
  source: "AaveSafetyModule of @bgd-labs/aave-address-book 4.44.22 (MIT)",
  deployments: {
    eth: {
      tokens: [
        "0x4da27a545c0c5b758a6ba100e3a049001de870f5", // stkAAVE
        "0xa1116930326d21fb917d5a27f1e9943a9595fb47", // stkABPT of the first pool
        "0x9eda81c21c273a82be9bbc19b6a6182212068101", // stkABPT of the pool with wstETH
        "0x1a88df1cfe15af22b3c4c783d4e6f7f9e0c1885d", // stkGHO
      ],
    },
  },
  ...stakedTokenFamily,
});
