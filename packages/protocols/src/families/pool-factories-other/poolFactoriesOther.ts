import { defineNames } from "../../family.ts";

export const poolFactoriesOtherFamily = defineNames("pool-factories-other", { factory: "required" });
