import { defineNames } from "../../family.ts";
import rows from "./dodo.json" with { type: "json" };

export const dodoFamily = defineNames("dodo", { factory: "required" }, rows);
