import { defineNames } from "../../family.ts";
import rows from "./pool2.json" with { type: "json" };

export const pool2Family = defineNames(
  "pool2",
  {
    staking: "required",
    token0: "foreign",
    token1: "foreign",
    token: "foreign",
    token2: "foreign",
    token3: "foreign",
    token4: "foreign",
    token5: "foreign",
    token6: "foreign",
    token7: "foreign",
  },
  rows,
);
