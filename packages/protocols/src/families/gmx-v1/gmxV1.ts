import { defineNames } from "../../family.ts";
import rows from "./gmx-v1.json" with { type: "json" };

export const gmxV1Family = defineNames("gmx-v1", { vault: "required" }, rows);
