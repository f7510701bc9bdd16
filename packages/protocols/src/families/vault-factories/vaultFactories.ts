import { defineNames } from "../../family.ts";
import rows from "./vault-factories.json" with { type: "json" };

export const vaultFactoriesFamily = defineNames("vault-factories", { factory: "required" }, rows);
