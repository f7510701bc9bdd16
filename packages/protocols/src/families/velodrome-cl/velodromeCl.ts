import { defineFamily } from "../../family.ts";
import { createRangeForks } from "../rangeForks.ts";
import { slipstreamDialect } from "./slipstreamDialect.ts";
import { slipstreamGauges } from "./slipstreamGauges.ts";

/** Velodrome's Slipstream and its forks, known by their factory: NFTs, and those staked with gauges. */
export const velodromeClFamily = defineFamily({
  name: "velodrome-cl",
  roles: { factory: "required" },
  perAddress: "factory",
  toContracts: ({ factory }) => ({ factory: factory![0]! }),
  ...createRangeForks({ dialect: slipstreamDialect, staking: slipstreamGauges }),
});
