import { defineNames } from "../../family.ts";
import rows from "./ohm.json" with { type: "json" };

export const ohmFamily = defineNames("ohm", { treasury: "required", staking: "optional", token: "foreign" }, rows);
