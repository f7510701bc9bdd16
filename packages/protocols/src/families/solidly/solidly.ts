import { defineNames } from "../../family.ts";
import rows from "./solidly.json" with { type: "json" };

export const solidlyFamily = defineNames("solidly", { factory: "required" }, rows);
