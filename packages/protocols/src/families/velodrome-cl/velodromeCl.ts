import { defineNames } from "../../family.ts";
import rows from "./velodrome-cl.json" with { type: "json" };

export const velodromeClFamily = defineNames("velodrome-cl", { factory: "required" }, rows);
