import { defineNames } from "../../family.ts";
import rows from "./velodrome-v2.json" with { type: "json" };

export const velodromeV2Family = defineNames("velodrome-v2", { factory: "required" }, rows);
