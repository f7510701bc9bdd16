import { defineFamily } from "../../family.ts";
import { createRangeForks } from "../rangeForks.ts";
import { algebraDialect } from "./algebraDialect.ts";
import { algebraFarms, readFarmed } from "./algebraFarming.ts";

/** Exchanges on Algebra's pools, known by their factory. */
export const algebraFamily = defineFamily({
  name: "algebra",
  roles: { factory: "required" },
  perAddress: "factory",
  toContracts: ({ factory }) => ({ factory: factory![0]! }),
  ...createRangeForks({ dialect: algebraDialect, staking: algebraFarms, readFarmed }),
});
