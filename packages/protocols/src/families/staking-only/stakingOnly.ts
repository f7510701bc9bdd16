import { defineNames } from "../../family.ts";
import rows from "./staking-only.json" with { type: "json" };

export const stakingOnlyFamily = defineNames(
  "staking-only",
  {
    staking: "required",
    token: "foreign",
    token0: "foreign",
    token1: "foreign",
    token2: "foreign",
    token3: "foreign",
    token4: "foreign",
    token5: "foreign",
    token6: "foreign",
  },
  rows,
);
