import { defineNames } from "../../family.ts";
import rows from "./gmx-v2.json" with { type: "json" };

export const gmxV2Family = defineNames("gmx-v2", { eventEmitter: "required" }, rows);
