import { defineNames } from "../../family.ts";
import rows from "./pendle.json" with { type: "json" };

export const pendleFamily = defineNames("pendle", { marketFactory: "required" }, rows);
