import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { Address } from "@portico/evm";
import { createHttpServer, createLog } from "@portico/server";
import { recordLines } from "@portico/server/testing";
import {
  advanceChain,
  createAccessKey,
  ensureChainState,
  inTransaction,
  isDatabaseAway,
  parseReadUrls,
  unknownToken,
  upsertTokens,
  writeBalances,
  type Store,
} from "@portico/store";
import { createTemplate, createTestDatabase, startCitus } from "@portico/store/testing";
import { sql } from "kysely";
import { parseList } from "structured-headers";
import { afterAll, describe, expect, test, vi } from "vitest";
import { createApi } from "./createApi.ts";
import { USDC } from "./testing/fillStore.ts";

const citus = await startCitus();
afterAll(async () => await citus?.stop());

const OWNERS = Array.from({ length: 24 }, (_, n): Address => `0x${(0xa000 + n).toString(16).padStart(40, "0")}`);
/** Far more than any request takes: one that takes longer hangs. */
const HANG_MS = 25_000;
const WAIT = { timeout: 90_000, interval: 200 };

interface Answer {
  owner: Address;
  status: number;
  retryAfter: string | null;
  /** Undefined unless the status is 200. */
  rawAmount?: bigint | undefined;
  /** Of the answer, by its header. */
  block?: bigint | undefined;
}

async function startApi(databaseUrl: string, readUrl: string, key: string) {
  const { sink } = recordLines();
  const api = await createApi({
    databaseUrl,
    readUrls: parseReadUrls(readUrl),
    log: createLog("api", "info", sink),
    checkReplies: true,
    answerBytes: 0,
  });
  const server = createHttpServer(api.app);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const ask = async (owner: Address): Promise<Answer> => {
    const response = await fetch(`${origin}/v1/user/token_list?chain_id=eth&is_all=true&id=${owner}`, {
      headers: { AccessKey: key },
      signal: AbortSignal.timeout(HANG_MS),
    });
    const answer = { owner, status: response.status, retryAfter: response.headers.get("retry-after") };
    const body = (await response.json()) as { id: string; raw_amount: number | string }[];
    if (response.status !== 200) return answer;
    const [eth] = parseList(response.headers.get("portico-chains") ?? "");
    const held = body.find(({ id }) => id === USDC);
    return { ...answer, rawAmount: held && BigInt(held.raw_amount), block: BigInt(String(eth?.[1].get("block"))) };
  };
  const stop = async () => {
    server.closeAllConnections();
    server.close();
    await api.close();
  };
  return { ask, stop };
}

/** Writes blocks, each a transaction over all nodes that gives every owner its number, and tries again as the indexer does. */
function startWriter(db: Store) {
  const state: { block: bigint; isOver: boolean; failures: unknown[] } = { block: 0n, isOver: false, failures: [] };
  const write = (block: bigint) =>
    inTransaction(db, async (tx) => {
      const reads = OWNERS.map((owner) => ({ owner, token: USDC, rawAmount: block }));
      await writeBalances(tx, "eth", block, reads);
      const ref = {
        blockNumber: block,
        hash: `0x${block.toString(16).padStart(64, "0")}` as const,
        timeAt: Number(block),
      };
      await advanceChain(tx, "eth", { logs: ref, balances: ref });
    });
  const loop = async () => {
    while (!state.isOver) {
      await write(state.block + 1n).then(
        () => state.block++,
        (error: unknown) => state.failures.push(error),
      );
      await sleep(50);
    }
  };
  const running = loop();
  return { state, stop: async () => ((state.isOver = true), await running) };
}

/** A distributed database with a writer, and two APIs that are asked all the time: one reads from the nodes, one through the coordinator. */
async function startReading() {
  const { url: serverUrl, workers } = citus!;
  const template = await createTemplate(serverUrl);
  const { db, url, drop } = await createTestDatabase({ serverUrl, template });
  await ensureChainState(db, { chain: "eth", chainId: 1, startBlock: 0n });
  await upsertTokens(db, [
    { ...unknownToken("eth", USDC), name: "USD Coin", symbol: "USDC", decimals: 6, isVerified: true },
  ]);
  const { key } = await createAccessKey(db, { name: "test", isUnlimited: true });
  const atWorker = ({ url: workerUrl }: { url: string }) =>
    Object.assign(new URL(url), { host: new URL(workerUrl).host }).href;
  const writer = startWriter(db);
  await vi.waitFor(() => expect(writer.state.block).toBeGreaterThan(0n), WAIT);
  const apis = [await startApi(url, workers.map(atWorker).join(","), key), await startApi(url, "", key)] as const;
  const answers: Answer[][] = apis.map(() => []);
  const reading = new AbortController();
  const readers = apis.map(async ({ ask }, nth) => {
    for (let n = 0; !reading.signal.aborted; n++) answers[nth]!.push(await ask(OWNERS[n % OWNERS.length]!));
  });
  const requestAll = ({ ask }: (typeof apis)[number]) => Promise.all(OWNERS.map(ask));
  return {
    db,
    apis,
    answers,
    writer: writer.state,
    requestAll,
    expectAnswered: (api: (typeof apis)[number]) =>
      vi.waitFor(
        async () => expect((await requestAll(api)).map(({ status }) => status)).toEqual(OWNERS.map(() => 200)),
        WAIT,
      ),
    /** No more requests and blocks. */
    end: async () => {
      reading.abort();
      await Promise.all(readers);
      await writer.stop();
    },
    /** No answer was wrong or older than the one before, and the last block is there. */
    expectTrue: async () => {
      for (const list of answers) {
        expect(list.filter(({ status }) => status !== 200 && status !== 503)).toEqual([]);
        expect(list.filter(({ status, retryAfter }) => status === 503 && retryAfter !== "1")).toEqual([]);
        const good = list.filter(({ status }) => status === 200);
        expect(good.filter((answer) => answer.rawAmount !== answer.block)).toEqual([]);
        for (const owner of OWNERS) {
          const blocks = good.filter((answer) => answer.owner === owner).map((answer) => answer.block!);
          expect(blocks.every((one, nth) => nth === 0 || one >= blocks[nth - 1]!)).toBe(true);
        }
      }
      const { block, failures } = writer.state;
      for (const api of apis)
        expect((await requestAll(api)).map(({ rawAmount }) => rawAmount)).toEqual(OWNERS.map(() => block));
      const unanswered = answers.map(
        (list) => `${list.filter(({ status }) => status !== 200).length} of ${list.length}`,
      );
      console.log(`unanswered: ${unanswered.join(", ")}; failed writes: ${failures.length}; blocks: ${block}`);
    },
    stop: async () => {
      for (const api of apis) await api.stop();
      await drop();
    },
  };
}

describe.runIf(citus !== undefined)("a node of a distributed database", () => {
  test("is killed and started again: only its owners are refused, no answer is wrong, and nothing is lost", async () => {
    const { workers } = citus!;
    const run = await startReading();
    const { apis, requestAll, writer } = run;
    try {
      for (const api of apis)
        expect((await requestAll(api)).map(({ status }) => status)).toEqual(OWNERS.map(() => 200));

      await workers[0]!.kill();
      const [direct, through] = [await requestAll(apis[0]), await requestAll(apis[1])];
      expect(new Set(direct.map(({ status }) => status))).toEqual(new Set([200, 503]));
      expect(through.map(({ status }) => status)).toEqual(direct.map(({ status }) => status));
      await vi.waitFor(() => expect(writer.failures.length).toBeGreaterThan(0), WAIT);
      const stuckAt = writer.block;

      await workers[0]!.restart();
      await vi.waitFor(() => expect(writer.block).toBeGreaterThan(stuckAt + 2n), WAIT);
      for (const api of apis) await run.expectAnswered(api);
    } finally {
      await run.end();
    }
    expect(writer.failures.filter((error) => !isDatabaseAway(error))).toEqual([]);
    await run.expectTrue();
    await run.stop();
  }, 300_000);

  test("gives its shards to another and takes them back: no answer is wrong, and nothing is lost", async () => {
    const [one, other] = citus!.workers.map(({ url }) => Number(new URL(url).port)) as [number, number];
    const run = await startReading();
    const move = async (from: number, to: number) => {
      const { rows } = await sql<{ id: bigint }>`
        select min(shardid) as id from citus_shards where table_name = 'balance'::regclass and nodeport = ${from}
        group by shard_name`.execute(run.db);
      for (const { id } of rows) {
        const before = run.writer.block;
        await sql`
          select citus_move_shard_placement(
            ${String(id)}::bigint, '127.0.0.1', ${from}::integer, '127.0.0.1', ${to}::integer
          )`.execute(run.db);
        await vi.waitFor(() => expect(run.writer.block).toBeGreaterThan(before + 1n), WAIT);
      }
      return rows.length;
    };
    try {
      const moved = await move(one, other);
      expect(moved).toBeGreaterThan(0);
      for (const api of run.apis) await run.expectAnswered(api);
      expect(await move(other, one)).toBeGreaterThan(moved);
      for (const api of run.apis) await run.expectAnswered(api);
    } finally {
      await run.end();
    }
    expect(run.writer.failures.filter((error) => !isDatabaseAway(error))).toEqual([]);
    await run.expectTrue();
    await run.stop();
  }, 300_000);
});
