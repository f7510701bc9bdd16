import { defineNames } from "../../family.ts";
import rows from "./stargate-v2.json" with { type: "json" };

export const stargateV2Family = defineNames("stargate-v2", { pool: "required" }, rows);
