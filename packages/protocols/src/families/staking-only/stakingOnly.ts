import { defineFamily } from "../../family.ts";
import { toStakings, unverifiedStakingFamily } from "../unverifiedStaking.ts";
import rows from "./staking-only.json" with { type: "json" };

/** Staking contracts of a protocol's own token. */
export const stakingOnlyFamily = defineFamily({
  name: "staking-only",
  roles: { staking: "required", token: "foreign" },
  rows,
  toContracts: toStakings,
  ...unverifiedStakingFamily,
});
