import { defineNames } from "../../family.ts";
import rows from "./fluid.json" with { type: "json" };

export const fluidFamily = defineNames("fluid", { resolver: "required", liquidity: "optional" }, rows);
