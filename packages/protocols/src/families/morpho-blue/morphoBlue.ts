import { defineNames } from "../../family.ts";
import rows from "./morpho-blue.json" with { type: "json" };

export const morphoBlueFamily = defineNames("morpho-blue", { morpho: "required" }, rows);
