import { defineNames } from "../../family.ts";
import rows from "./balancer-v1.json" with { type: "json" };

export const balancerV1Family = defineNames("balancer-v1", { factory: "required" }, rows);
