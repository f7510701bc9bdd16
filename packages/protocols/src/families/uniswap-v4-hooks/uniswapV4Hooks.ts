import { defineNames } from "../../family.ts";

export const uniswapV4HooksFamily = defineNames("uniswap-v4-hooks", { hook: "required" });
