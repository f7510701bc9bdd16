import { defineNames } from "../../family.ts";
import rows from "./erc4626.json" with { type: "json" };

export const erc4626Family = defineNames("erc4626", { vault: "required" }, rows);
