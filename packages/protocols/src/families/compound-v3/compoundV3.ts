import { defineNames } from "../../family.ts";
import rows from "./compound-v3.json" with { type: "json" };

export const compoundV3Family = defineNames("compound-v3", { comet: "required" }, rows);
