import { defineNames } from "../../family.ts";
import rows from "./balancer-v3.json" with { type: "json" };

export const balancerV3Family = defineNames("balancer-v3", { vault: "required" }, rows);
