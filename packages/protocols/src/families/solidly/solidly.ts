import { createSolidlyFamily } from "./createSolidlyFamily.ts";
import { gaugeSignals, plainDeposit } from "./solidlyGauge.ts";

export const solidlyFamily = createSolidlyFamily("solidly", [...gaugeSignals, plainDeposit]);
