import { defineFamily } from "../../family.ts";
import { compoundV2Forks } from "../compoundV2Forks.ts";
import type { CompoundV2Contracts } from "../compoundV2Markets.ts";

/** Each comptroller is a fork; the native market is known by having no underlying token. */
export const compoundV2Family = defineFamily<CompoundV2Contracts>({
  name: "compound-v2",
  roles: { comptroller: "required", nativeMarket: "foreign" },
  perAddress: "comptroller",
  toContracts: ({ comptroller = [] }) => ({ comptroller: comptroller[0]! }),
  ...compoundV2Forks,
});
