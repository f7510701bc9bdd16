import { defineNames } from "../../family.ts";
import rows from "./masterchef.json" with { type: "json" };

export const masterchefFamily = defineNames("masterchef", { masterchef: "required", token: "foreign" }, rows);
