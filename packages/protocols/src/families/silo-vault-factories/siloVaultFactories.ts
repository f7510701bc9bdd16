import { defineNames } from "../../family.ts";
import rows from "./silo-vault-factories.json" with { type: "json" };

export const siloVaultFactoriesFamily = defineNames("silo-vault-factories", { vaultFactory: "required" }, rows);
