import type { Address } from "viem";
import { perform } from "./actions/action.ts";
import { actOnce, actions } from "./actions/actions.ts";
import { tradeBack } from "./arbitrage.ts";
import type { ScenarioTransaction } from "./scenarioTransaction.ts";
import type { Episode } from "./episodes/episode.ts";
import { playEpisode } from "./episodes/episode.ts";
import { episodes } from "./episodes/episodes.ts";
import { predictionSteps } from "./predictions.ts";
import { readLiquidity } from "./readPools.ts";
import type { World } from "./world.ts";
import { payYields } from "./yields.ts";
import type { Duties } from "./duties.ts";

/** Plans transactions after the scenario, without sending them. */
export interface Planner {
  /** Valid values of `kind`: actions, episodes, duties. */
  readonly kinds: readonly string[];
  /**
   * The transactions of the next step, in the order in which they must be sent and mined before the next call; empty if
   * the step is not possible now. Of the given kind, or of a random one. A repeated episode mostly fails. Throws
   * RangeError for an unknown kind.
   */
  next(kind?: string): Promise<ScenarioTransaction[]>;
}

const TRIES = 30;

export function createPlanner(world: World, duties: Duties): Planner {
  const steps = world.chain === "matic" ? listSteps(predictionSteps) : listLife(world);
  steps.set("report a price", duties.report);
  return {
    kinds: [...steps.keys()],
    async next(kind) {
      const step = kind === undefined ? chooseFreely : steps.get(kind);
      if (step === undefined) throw new RangeError(`Unknown action "${kind}" on ${world.chain}`);
      await wake(world);
      await step(world);
      return world.writer.take();
    },
  };

  function listLife({ chain }: World): Map<string, Step> {
    const all = listSteps(episodes.filter(({ name }) => chain === "eth" || !name.includes("Aave")));
    for (const action of actions) all.set(action.name, () => tryEverybody(world, action));
    return all.set("trade back", tradeBack).set("rebase", duties.rebase).set("pay yields", payYields);
  }
}

type Step = (world: World) => Promise<void> | void;

const listSteps = (list: readonly Episode[]): Map<string, Step> =>
  new Map(list.map((episode) => [episode.name, (world: World) => playEpisode(world, episode)]));

const chooseFreely = (world: World): void => {
  if (world.chain !== "matic") actOnce(world);
};

function tryEverybody(world: World, action: Parameters<typeof perform>[1]): void {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    for (const actor of shuffle(world)) if (actor !== world.resting && perform(world, action, actor)) return;
  }
}

const shuffle = ({ users, random }: World): Address[] =>
  users
    .map((user) => ({ user, location: random.float() }))
    .toSorted((a, b) => a.location - b.location)
    .map(({ user }) => user);

/** Starts a new block, including after blocks mined by others. */
async function wake(world: World): Promise<void> {
  const { timestamp } = await world.rpc.call<{ timestamp: string }>("eth_getBlockByNumber", ["latest", false]);
  world.timeAt = Number(timestamp) + BLOCK_INTERVAL_S;
  world.ledger.settle();
  world.nfts.busy.clear();
  await readLiquidity(world).catch(() => deleteFailedMints(world));
}

/** Planned mints may have failed; their ids then go to the next positions. */
function deleteFailedMints({ pools }: World): void {
  const failed = pools.positions.findIndex(({ owner }) => owner === undefined);
  if (failed < 0) return;
  pools.nextPositionId = pools.positions[failed]?.id ?? pools.nextPositionId;
  pools.positions.splice(failed);
}

const BLOCK_INTERVAL_S = 12;
