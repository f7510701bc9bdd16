import { defineNames } from "../../family.ts";
import rows from "./liquity-v2.json" with { type: "json" };

export const liquityV2Family = defineNames("liquity-v2", { collateralRegistry: "required" }, rows);
