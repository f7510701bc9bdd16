import { defineNames } from "../../family.ts";
import rows from "./uniswap-v4.json" with { type: "json" };

export const uniswapV4Family = defineNames("uniswap-v4", { poolManager: "required" }, rows);
