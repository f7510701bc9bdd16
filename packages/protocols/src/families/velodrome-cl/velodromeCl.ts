import { defineFamily } from "../../family.ts";
import { createRangeForks } from "../rangeForks.ts";
import { slipstreamDialect } from "./slipstreamDialect.ts";
import { slipstreamGauges } from "./slipstreamGauges.ts";
import rows from "./velodrome-cl.json" with { type: "json" };

/** Velodrome's Slipstream and its forks, known by their factory: NFTs, and those staked with gauges. */
export const velodromeClFamily = defineFamily({
  name: "velodrome-cl",
  roles: { factory: "required" },
  perAddress: "factory",
  toContracts: ({ factory }) => ({ factory: factory![0]! }),
  rows,
  ...createRangeForks({ dialect: slipstreamDialect, staking: slipstreamGauges }),
});
