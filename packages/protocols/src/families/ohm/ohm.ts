import { defineNames } from "../../family.ts";

export const ohmFamily = defineNames("ohm", { treasury: "required", staking: "optional", token: "foreign" });
