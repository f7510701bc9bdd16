import { createSolidlyFamily } from "./createSolidlyFamily.ts";
import { gaugeSignals, plainDeposit } from "./solidlyGauge.ts";
import rows from "./solidly.json" with { type: "json" };

export const solidlyFamily = createSolidlyFamily("solidly", rows, [...gaugeSignals, plainDeposit]);
