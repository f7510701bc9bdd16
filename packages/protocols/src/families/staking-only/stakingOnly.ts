import { defineFamily } from "../../family.ts";
import { toStakings, unverifiedStakingFamily } from "../unverifiedStaking.ts";

/** Staking contracts of a protocol's own token. */
export const stakingOnlyFamily = defineFamily({
  name: "staking-only",
  roles: { staking: "required", token: "foreign" },
  toContracts: toStakings,
  ...unverifiedStakingFamily,
});
