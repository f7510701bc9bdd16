import { defineNames } from "../../family.ts";
import rows from "./compound-v2.json" with { type: "json" };

export const compoundV2Family = defineNames("compound-v2", { comptroller: "required", nativeMarket: "foreign" }, rows);
