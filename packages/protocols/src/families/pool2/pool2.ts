import { defineFamily } from "../../family.ts";
import { toStakings, unverifiedStakingFamily } from "../unverifiedStaking.ts";

/** Staking contracts of pairs with a protocol's own token. */
export const pool2Family = defineFamily({
  name: "pool2",
  roles: { staking: "required", token: "foreign" },
  toContracts: toStakings,
  ...unverifiedStakingFamily,
});
