import { defineNames } from "../../family.ts";
import rows from "./fraxlend.json" with { type: "json" };

export const fraxlendFamily = defineNames("fraxlend", { registry: "required" }, rows);
