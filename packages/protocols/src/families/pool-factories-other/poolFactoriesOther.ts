import { defineNames } from "../../family.ts";
import rows from "./pool-factories-other.json" with { type: "json" };

export const poolFactoriesOtherFamily = defineNames("pool-factories-other", { factory: "required" }, rows);
