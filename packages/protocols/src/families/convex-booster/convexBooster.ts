import { defineNames } from "../../family.ts";
import rows from "./convex-booster.json" with { type: "json" };

export const convexBoosterFamily = defineNames("convex-booster", { booster: "required" }, rows);
