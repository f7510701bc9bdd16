import { defineNames } from "../../family.ts";
import rows from "./balancer-v2.json" with { type: "json" };

export const balancerV2Family = defineNames("balancer-v2", { vault: "required" }, rows);
