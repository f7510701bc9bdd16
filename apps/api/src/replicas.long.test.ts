import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { createHttpServer, createLog } from "@portico/server";
import { createServiceMetrics } from "@portico/server/metrics";
import { recordLines } from "@portico/server/testing";
import {
  advanceChain,
  closeDatabase,
  createAccessKey,
  openDatabase,
  parseReadUrls,
  writeBalances,
} from "@portico/store";
import {
  createTemplate,
  createTestDatabase,
  makeMemoryFolder,
  startReplica,
  startTestPostgres,
} from "@portico/store/testing";
import { sql } from "kysely";
import { afterAll, expect, test, vi } from "vitest";
import { createApi } from "./createApi.ts";
import { fillNfts } from "./testing/fillNfts.ts";
import { fillOwners } from "./testing/fillOwners.ts";
import { ALICE, BASE_HEAD, BASE_USDC, fillStore, USDC } from "./testing/fillStore.ts";

const postgres = await startTestPostgres(makeMemoryFolder);
const { db, url } = await createTestDatabase({
  serverUrl: postgres.url,
  template: await createTemplate(postgres.url),
});
await fillStore(db);
await fillOwners(db);
await fillNfts(db);
const { key } = await createAccessKey(db, { name: "test", isWalletEnabled: true, isUnlimited: true });
const replica = await startReplica(url);
const metrics = createServiceMetrics({ withProcess: false });
const { sink, text: logged } = recordLines();

async function startApi(readUrl: string) {
  const api = await createApi({
    databaseUrl: url,
    readUrls: parseReadUrls(readUrl),
    log: createLog("api", "info", sink),
    checkReplies: true,
    initialScanWaitMs: 50,
    ...(readUrl !== "" && { metrics }),
  });
  const server = createHttpServer(api.app);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const get = async (target: string) => {
    const response = await fetch(origin + target, { headers: { AccessKey: key } });
    return { status: response.status, text: await response.text() };
  };
  const stop = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
    await api.close();
  };
  return { get, stop };
}

const overReplica = await startApi(replica.url);
const overPrimary = await startApi("");
const onReplica = openDatabase(replica.url, { max: 1 });

afterAll(async () => {
  await closeDatabase(onReplica);
  await overReplica.stop();
  await overPrimary.stop();
  await closeDatabase(db);
  await replica.stop();
  await postgres.stop();
});

const ONE = `id=${ALICE}&chain_id=base`;
const OF_ONE_CHAIN =
  "token_list nft_list simple_protocol_list complex_protocol_list history_list token_authorized_list nft_authorized_list chain_balance chain_net_curve complex_app_list";
const TARGETS = OF_ONE_CHAIN.split(" ").map((name) => `/v1/user/${name}?${ONE}`);
TARGETS.push(
  ...["total_balance", "used_chain_list", "all_token_list", "all_nft_list", "all_history_list", "total_net_curve"].map(
    (name) => `/v1/user/${name}?id=${ALICE}`,
  ),
  `/v1/token?chain_id=eth&id=${USDC}`,
  `/v1/token/top_holders?chain_id=eth&id=${USDC}`,
  `/v1/token/history_price?chain_id=eth&id=${USDC}&date_at=2024-01-01`,
  "/v1/chain/list",
  "/v1/chain/status",
  "/v1/protocol/list?chain_id=eth",
  "/v1/protocol/all_list",
);

test("answers from a replica equal those from the primary, and come from it", async () => {
  const before = await readsOfReplica();
  for (const target of TARGETS) {
    const [one, other] = [await overReplica.get(target), await overPrimary.get(target)];
    expect([target, one.status]).toEqual([target, 200]);
    expect([target, one.text]).toEqual([target, other.text]);
  }
  expect(await readsOfReplica()).toBeGreaterThan(before + TARGETS.length / 2);
  const ready = await overReplica.get("/readyz");
  expect(JSON.parse(ready.text)).toMatchObject({ replicas: { used: 1, total: 1 } });
});

test("a change of a chain is in every answer after its notification, however late the replica replays it", async () => {
  const target = `/v1/user/token_list?${ONE}`;
  const amount = async () => {
    const { status, text } = await overReplica.get(target);
    expect({ status, text }).toMatchObject({ status: 200 });
    return Number(/"raw_amount":(\d+),/.exec(text.slice(text.indexOf(BASE_USDC)))?.[1]);
  };
  const hold = async (rawAmount: number) => {
    await writeBalances(db, "base", BASE_HEAD.blockNumber, [
      { owner: ALICE, token: BASE_USDC, rawAmount: BigInt(rawAmount) },
    ]);
    await advanceChain(db, "base", { balances: BASE_HEAD });
  };
  const replay = { isOver: false };
  const disturb = async () => {
    while (!replay.isOver) {
      await sql`select pg_wal_replay_pause()`.execute(onReplica);
      await sleep(150);
      await sql`select pg_wal_replay_resume()`.execute(onReplica);
      await sleep(150);
    }
  };
  const disturbing = disturb();
  let last = 0;
  await hold(5_000_000);
  await vi.waitFor(async () => expect((last = await amount())).toBe(5_000_000), { timeout: 20_000, interval: 5 });
  for (let n = 5_000_001; n <= 5_000_040; n++) {
    await hold(n);
    await vi.waitFor(
      async () => {
        const found = await amount();
        expect(found).toBeGreaterThanOrEqual(last);
        last = found;
        expect(found).toBe(n);
      },
      { timeout: 20_000, interval: 5 },
    );
    expect([await amount(), await amount(), await amount()]).toEqual([n, n, n]); // cached by now
  }
  replay.isOver = true;
  await disturbing;
});

test("while the only replica is dead, the primary answers; metrics, the log and /readyz say so", async () => {
  await replica.kill();
  for (const target of TARGETS) expect([target, (await overReplica.get(target)).status]).toEqual([target, 200]);
  await vi.waitFor(async () => expect((await overReplica.get("/readyz")).text).toContain('"used":0'), {
    timeout: 10_000,
  });
  expect(await metrics.registry.metrics()).toMatch(/^portico_replica_used\{host="127\.0\.0\.1:\d+"\} 0$/m);
  expect(logged()).toContain("a replica is left out");
  await replica.restart();
  await vi.waitFor(async () => expect((await overReplica.get("/readyz")).text).toContain('"used":1'), {
    timeout: 20_000,
  });
  const before = await readsOfReplica();
  for (const target of TARGETS) expect((await overReplica.get(target)).status).toBe(200);
  expect(await readsOfReplica()).toBeGreaterThan(before);
});

async function readsOfReplica(): Promise<number> {
  const text = await metrics.registry.metrics();
  return Number(/^portico_replica_reads_total\{.*\} (\d+)$/m.exec(text)?.[1]);
}
