import { defineNames } from "../../family.ts";

export const fujiFamily = defineNames("fuji", { factory: "required" });
