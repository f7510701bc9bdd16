import { defineNames } from "../../family.ts";
import rows from "./iziswap.json" with { type: "json" };

export const iziswapFamily = defineNames("iziswap", { poolHelper: "required" }, rows);
