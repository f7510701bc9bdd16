import { defineNames } from "../../family.ts";
import rows from "./fuji.json" with { type: "json" };

export const fujiFamily = defineNames("fuji", { factory: "required" }, rows);
