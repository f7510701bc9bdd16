import { defineNames } from "../../family.ts";
import rows from "./gmx-v2-like.json" with { type: "json" };

export const gmxV2LikeFamily = defineNames("gmx-v2-like", { factory: "required" }, rows);
