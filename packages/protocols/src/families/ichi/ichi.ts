import { defineNames } from "../../family.ts";
import rows from "./ichi.json" with { type: "json" };

export const ichiFamily = defineNames("ichi", { factory: "required" }, rows);
