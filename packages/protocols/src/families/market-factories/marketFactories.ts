import { defineNames } from "../../family.ts";

export const marketFactoriesFamily = defineNames("market-factories", { factory: "required" });
