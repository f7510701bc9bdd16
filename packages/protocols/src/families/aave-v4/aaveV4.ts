import { defineNames } from "../../family.ts";
import rows from "./aave-v4.json" with { type: "json" };

export const aaveV4Family = defineNames("aave-v4", { hub: "required" }, rows);
