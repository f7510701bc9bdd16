import { defineFamily } from "../../family.ts";
import { toStakings, unverifiedStakingFamily } from "../unverifiedStaking.ts";
import rows from "./pool2.json" with { type: "json" };

/** Staking contracts of pairs with a protocol's own token. */
export const pool2Family = defineFamily({
  name: "pool2",
  roles: { staking: "required", token: "foreign" },
  rows,
  toContracts: toStakings,
  ...unverifiedStakingFamily,
});
