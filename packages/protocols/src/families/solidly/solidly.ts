import { createSolidlyFamily } from "./createSolidlyFamily.ts";
import rows from "./solidly.json" with { type: "json" };

export const solidlyFamily = createSolidlyFamily("solidly", rows);
