import { defineNames } from "../../family.ts";
import rows from "./llamapay.json" with { type: "json" };

export const llamapayFamily = defineNames("llamapay", { factory: "required" }, rows);
