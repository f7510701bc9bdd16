import { defineNames } from "../../family.ts";
import rows from "./reserve.json" with { type: "json" };

export const reserveFamily = defineNames("reserve", { deployer: "required" }, rows);
