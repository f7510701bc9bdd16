import { defineNames } from "../../family.ts";
import rows from "./yield-farm.json" with { type: "json" };

export const yieldFarmFamily = defineNames("yield-farm", { masterchef: "required", token: "foreign" }, rows);
