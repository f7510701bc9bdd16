import { GENESIS_TIME_AT } from "../chains.ts";
import { playEpisode } from "./episodes/episode.ts";
import { fundBettors, predictionSteps } from "./predictions.ts";
import type { ScenarioSize } from "./scenarioSize.ts";
import type { World } from "./world.ts";

const HOUR_S = 3_600;

/**
 * A small scenario of few blocks: the oracle reports once a day, for its close, and hourly on the last day; in between
 * users make predictions.
 */
export async function playPredictions(world: World, report: () => void, { days }: ScenarioSize): Promise<void> {
  await fundBettors(world);
  const times = listTimes(days);
  const spread = times.length / (predictionSteps.length + 1);
  const steps = new Map(predictionSteps.map((step, index) => [Math.floor((index + 1) * spread), step]));
  for (const [index, timeAt] of times.entries()) {
    world.timeAt = timeAt;
    const step = steps.get(index);
    if (step !== undefined) await playEpisode(world, step);
    report();
    await world.writer.mine(timeAt);
  }
}

function listTimes(days: number): number[] {
  const hours = Array.from({ length: days * 24 }, (_, index) => index + 1);
  const isReported = (hour: number) => hour % 24 === 23 || hour > (days - 1) * 24;
  return hours.filter(isReported).map((hour) => GENESIS_TIME_AT + hour * HOUR_S);
}
