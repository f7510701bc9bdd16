import { defineNames } from "../../family.ts";
import rows from "./algebra.json" with { type: "json" };

export const algebraFamily = defineNames("algebra", { factory: "required" }, rows);
