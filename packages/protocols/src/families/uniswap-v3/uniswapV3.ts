import { defineNames } from "../../family.ts";
import rows from "./uniswap-v3.json" with { type: "json" };

export const uniswapV3Family = defineNames("uniswap-v3", { factory: "required" }, rows);
