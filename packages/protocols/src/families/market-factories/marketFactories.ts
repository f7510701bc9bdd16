import { defineNames } from "../../family.ts";
import rows from "./market-factories.json" with { type: "json" };

export const marketFactoriesFamily = defineNames("market-factories", { factory: "required" }, rows);
