import { defineNames } from "../../family.ts";
import rows from "./euler-v2.json" with { type: "json" };

export const eulerV2Family = defineNames("euler-v2", { vaultFactory: "required" }, rows);
