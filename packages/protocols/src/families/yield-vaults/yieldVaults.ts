import { defineNames } from "../../family.ts";
import rows from "./yield-vaults.json" with { type: "json" };

export const yieldVaultsFamily = defineNames("yield-vaults", { vault: "required" }, rows);
