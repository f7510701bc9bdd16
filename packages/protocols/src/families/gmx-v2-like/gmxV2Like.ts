import { defineNames } from "../../family.ts";

export const gmxV2LikeFamily = defineNames("gmx-v2-like", { factory: "required" });
