import { createSolidlyFamily } from "../solidly/createSolidlyFamily.ts";
import { gaugeSignals } from "../solidly/solidlyGauge.ts";
import rows from "./velodrome-v2.json" with { type: "json" };

export const velodromeV2Family = createSolidlyFamily("velodrome-v2", rows, gaugeSignals);
