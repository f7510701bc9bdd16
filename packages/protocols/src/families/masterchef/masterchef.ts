import { defineFamily } from "../../family.ts";
import type { Chef } from "../chef.ts";
import { checkChefs, masterChefFamily } from "../masterChef.ts";
import type { MasterChefContracts } from "../masterChef.ts";

/** Forks of MasterChef: what they report counts up to the balances that they have. */
export const masterchefFamily = defineFamily<MasterChefContracts>({
  name: "masterchef",
  roles: { masterchef: "required", token: "foreign" },
  toContracts: ({ masterchef = [], token = [] }) => ({
    chefs: masterchef.map((address): Chef => ({ address, isUnverified: true, ...(token[0] && { reward: token[0] }) })),
  }),
  readsUntrusted: true,
  isUnverified: true,
  ...masterChefFamily,
  check: checkChefs,
});
