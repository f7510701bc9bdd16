import { defineNames } from "../../family.ts";
import rows from "./silo.json" with { type: "json" };

export const siloFamily = defineNames("silo", { factory: "required" }, rows);
