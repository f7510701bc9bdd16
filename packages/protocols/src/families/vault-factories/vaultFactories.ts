import { defineNames } from "../../family.ts";

export const vaultFactoriesFamily = defineNames("vault-factories", { factory: "required" });
