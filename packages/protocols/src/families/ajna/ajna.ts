import { defineNames } from "../../family.ts";

export const ajnaFamily = defineNames("ajna", { factory: "required" });
