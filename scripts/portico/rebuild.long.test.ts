import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startTestApi } from "@portico/api/testing/startTestApi";
import { startDevnet } from "@portico/devnet";
import { startProcess } from "@portico/server/testing";
import { beginRebuild, finishRebuild, NEXT_SEARCH_PATH, readLeases, readRebuild } from "@portico/store";
import { expect, test, vi } from "vitest";

const INDEXER = join(import.meta.dirname, "../../apps/indexer/src/main.ts");
const PATHS = [
  "all_token_list?is_all=true&",
  "all_nft_list?is_all=true&",
  "all_history_list?",
  "used_chain_list?",
  "token_authorized_list?chain_id=eth&",
];
const ETH = { timeout: 300_000, interval: 200 };

test("while a devnet's index is rebuilt beside it, and its indexer is killed, every answer is the same", async () => {
  const devnet = await startDevnet({ chains: ["eth"], size: { transactions: 600 } });
  const api = await startTestApi();
  const startIndexer = (databaseUrl: string) =>
    startProcess(INDEXER, [], {
      DATABASE_URL: databaseUrl,
      PORTICO_RPC_ETH: devnet.chains.eth!.rpcUrl,
      PORTICO_START_ETH: "0",
      PORTICO_TOKEN_LISTS: "none",
      PORTICO_MAX_RANGE_BLOCKS: "10",
      PORTICO_LOG_LEVEL: "warn",
    });
  const owners = [devnet.demoOwner, ...devnet.users.slice(0, 3)];
  const ask = async (): Promise<Record<string, string>> => {
    const found: Record<string, string> = {};
    for (const owner of owners) {
      for (const path of PATHS) {
        const res = await api.get(`/v1/user/${path}id=${owner}`);
        found[`${path} ${owner}`] = [res.status, res.headers.get("portico-chains"), await res.text()].join(" ");
      }
    }
    return found;
  };
  /** Until nothing has changed for a while: then what is read besides blocks is there, too. */
  const untilSettled = async (): Promise<Record<string, string>> => {
    for (let before = await ask(); ;) {
      await sleep(5_000);
      const answers = await ask();
      const isThere = Object.values(answers).every(
        (answer) => answer.startsWith("200 ") && !answer.includes("missing"),
      );
      if (isThere && JSON.stringify(answers) === JSON.stringify(before)) return answers;
      before = answers;
    }
  };
  const readChain = async () => (await readRebuild(api.db)).chains[0]!;

  const first = startIndexer(api.databaseUrl);
  const expected = await untilSettled();
  expect(Object.values(expected).join("").length).toBeGreaterThan(20_000);
  const asked = { isOver: false, rounds: 0 };
  const asking = (async () => {
    while (!asked.isOver) {
      expect(await ask()).toEqual(expected);
      asked.rounds++;
    }
  })();
  const untilAskedAgain = async () => {
    const enough = asked.rounds + 2;
    await Promise.race([asking, vi.waitUntil(() => asked.rounds >= enough, ETH)]);
  };
  const url = new URL(api.databaseUrl);
  url.searchParams.set("options", `-csearch_path=${NEXT_SEARCH_PATH}`);
  try {
    await beginRebuild(api.db);
    const killed = startIndexer(url.href);
    await vi.waitUntil(async () => ((await readChain()).nextBlock ?? 0n) > 20n, { ...ETH, interval: 10 });
    killed.child.kill("SIGKILL");
    await killed.end;
    const half = await readChain();
    expect(half.nextBlock).toBeLessThan(half.block!);
    await expect(finishRebuild(api.db)).rejects.toThrow(/Stop the indexers|eth lacks blocks after/);
    const second = startIndexer(url.href);
    await vi.waitUntil(async () => (await readChain()).lacks.length === 0, ETH);
    for (const indexer of [first, second]) {
      indexer.child.kill("SIGTERM");
      await indexer.end;
    }
    await finishRebuild(api.db);
    await untilAskedAgain();
    const third = startIndexer(api.databaseUrl);
    await untilAskedAgain();
    await vi.waitUntil(async () => (await readLeases(api.db)).holders.has("eth"), ETH);
    third.child.kill("SIGTERM");
    expect(await third.end).toBe(0);
  } finally {
    asked.isOver = true;
    first.child.kill();
    await asking;
  }
  console.warn(`${asked.rounds} rounds of ${owners.length * PATHS.length} answers were the same`);
  await api.stop();
  await devnet.stop();
});
