import { defineNames } from "../../family.ts";
import rows from "./ajna.json" with { type: "json" };

export const ajnaFamily = defineNames("ajna", { factory: "required" }, rows);
