import { createSolidlyFamily } from "../solidly/createSolidlyFamily.ts";
import { gaugeSignals } from "../solidly/solidlyGauge.ts";

export const velodromeV2Family = createSolidlyFamily("velodrome-v2", gaugeSignals);
