import { defineNames } from "../../family.ts";

export const reserveFamily = defineNames("reserve", { deployer: "required" });
