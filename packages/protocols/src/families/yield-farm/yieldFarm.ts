import { defineNames } from "../../family.ts";

export const yieldFarmFamily = defineNames("yield-farm", { masterchef: "required", token: "foreign" });
