import { defineNames } from "../../family.ts";
import rows from "./gamma.json" with { type: "json" };

export const gammaFamily = defineNames("gamma", { registry: "required" }, rows);
