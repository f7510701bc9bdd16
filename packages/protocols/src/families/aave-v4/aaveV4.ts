import { defineNames } from "../../family.ts";

export const aaveV4Family = defineNames("aave-v4", { hub: "required" });
