import { defineNames } from "../../family.ts";
import rows from "./uniswap-v4-hooks.json" with { type: "json" };

export const uniswapV4HooksFamily = defineNames("uniswap-v4-hooks", { hook: "required" }, rows);
