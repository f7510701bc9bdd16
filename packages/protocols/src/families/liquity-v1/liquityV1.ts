import { defineNames } from "../../family.ts";
import rows from "./liquity-v1.json" with { type: "json" };

export const liquityV1Family = defineNames("liquity-v1", { troveManager: "required", collateral: "foreign" }, rows);
