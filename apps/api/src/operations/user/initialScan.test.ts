/** Owners that were never requested before, on a chain indexed from a later block. */
import type { NetCurve, UserToken, UserTotalBalance } from "@portico/contract";
import type { Address } from "@portico/evm";
import {
  advanceChain,
  ensureChainState,
  inTransaction,
  listen,
  listPendingScans,
  INITIAL_SCAN_CHANNEL,
  INITIAL_SCAN_LIMITS,
  writeBalances,
  writeInitialScans,
} from "@portico/store";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { readProblem } from "../../testing/readProblem.ts";
import { startTestApi } from "../../testing/startTestApi.ts";

const api = await startTestApi({ initialScanWaitMs: 2_000 });
const { db } = api;
const TOKEN: Address = "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48";
const OWNER: Address = "0x00000000000000000000000000000000000000b0";
const head = { blockNumber: 9n, hash: `0x${"11".repeat(32)}`, timeAt: 100 } as const;
let stopIndexer: () => Promise<void> = async () => undefined;

beforeAll(async () => {
  await ensureChainState(db, { chain: "eth", chainId: 1, startBlock: 5n });
  await ensureChainState(db, { chain: "base", chainId: 8453, startBlock: 0n });
  for (const chain of ["eth", "base"]) await advanceChain(db, chain, { logs: head, balances: head });
  await writeBalances(db, "base", 9n, [{ owner: OWNER, token: TOKEN, rawAmount: 3n }]);
});
beforeEach(async () => {
  await db.deleteFrom("sight").execute();
  await db.deleteFrom("balance").where("chain", "=", "eth").execute();
});
afterEach(() => stopIndexer());
afterAll(() => api.stop());

/** Scans every waiting address: each holds 7 of the token. */
async function lookAtAll(): Promise<void> {
  const owners = await listPendingScans(db, "eth", 100);
  const balances = owners.map((owner) => ({ owner, token: TOKEN, rawAmount: 7n }));
  await inTransaction(db, (tx) => writeInitialScans(tx, "eth", { blockNumber: 9n, listId: 1, owners, balances }));
}

async function startIndexer(): Promise<void> {
  let looks = Promise.resolve();
  const look = (): void => void (looks = looks.then(lookAtAll));
  const stop = await listen(api.databaseUrl, { channels: { [INITIAL_SCAN_CHANNEL]: look } });
  stopIndexer = async () => {
    await stop();
    await looks; // a pending one would write into the next test
  };
}

async function request<T>(path: string): Promise<{ body: T; chains: string | null }> {
  const response = await api.get(`/v1/user/${path}`);
  const body = (await response.json()) as T;
  expect({ status: response.status, body }).toMatchObject({ status: 200 });
  return { body, chains: response.headers.get("portico-chains") };
}

const SYNCED = "eth;block=9;time=100;since=5;ledger=closed";
const BASE = "base;block=9;time=100;ledger=closed";

test.each([
  ["token_list?chain_id=eth", [{ chain: "eth", id: TOKEN, raw_amount: 7 }]],
  [`token?chain_id=eth&token_id=${TOKEN}`, { raw_amount: 7 }],
  ["chain_balance?chain_id=eth", { usd_value: 0 }],
  ["all_token_list?chain_ids=eth", [{ chain: "eth", id: TOKEN, raw_amount: 7 }]],
  ["total_balance?", { total_usd_value: 0, chain_list: [{ id: "eth" }, { id: "base" }] }],
  ["chain_net_curve?chain_id=eth", { timestamp: 100, usd_value: 0 }],
  ["total_net_curve?chain_ids=eth", { timestamp: 100, usd_value: 0 }],
  ["used_chain_list?", [{ id: "eth", born_at: null }, { id: "base" }]],
])("GET /v1/user/%s waits for the initial scan", async (path, expected) => {
  await startIndexer();
  const { body, chains } = await request(`${path}&id=${OWNER}`);
  expect(body).toMatchObject(expected);
  expect(chains).toContain(SYNCED);
});

test("while only the common tokens are read, responses say so", async () => {
  const scan = {
    blockNumber: 9n,
    listId: 1,
    owners: [OWNER],
    balances: [{ owner: OWNER, token: TOKEN, rawAmount: 7n }],
  };
  const store = (isPartial: boolean) =>
    inTransaction(db, (tx) =>
      writeInitialScans(tx, "eth", { ...scan, isPartial }).then(() => advanceChain(tx, "eth", {})),
    );
  await store(true);
  const paths = [
    "token_list?chain_id=eth",
    "all_token_list?chain_ids=eth",
    "chain_balance?chain_id=eth",
    "total_balance?",
    "chain_net_curve?chain_id=eth",
  ];
  const scanning = SYNCED.replace(";ledger", ";scanning;ledger");
  for (const path of paths) expect((await request(`${path}&id=${OWNER}`)).chains).toContain(scanning);
  await store(false);
  for (const path of paths) expect((await request(`${path}&id=${OWNER}`)).chains).toContain(SYNCED);
});

test("a hundred concurrent requests for one owner are one scan", async () => {
  await startIndexer();
  const answers = await Promise.all(
    Array.from({ length: 100 }, () => request<UserToken[]>(`token_list?chain_id=eth&id=${OWNER}`)),
  );
  for (const { body } of answers) expect(body).toMatchObject([{ raw_amount: 7 }]);
  expect(await db.selectFrom("sight").selectAll().execute()).toHaveLength(1);
});

test.each([
  "token_list?chain_id=eth",
  `token?chain_id=eth&token_id=${TOKEN}`,
  "chain_balance?chain_id=eth",
  "chain_net_curve?chain_id=eth",
  "total_net_curve?chain_ids=eth",
  "all_token_list?chain_ids=eth",
])("without an indexer, GET /v1/user/%s is 503 with Retry-After, and never an empty response", async (path) => {
  const response = await api.get(`/v1/user/${path}&id=${OWNER}`);
  expect(response.headers.get("retry-after")).toBe("5");
  expect(await readProblem(response)).toMatchObject({ status: 503, code: "upstream_error" });
  expect(await listPendingScans(db, "eth", 9)).toEqual([OWNER]);
});

test("responses over several chains omit the chain, and name it", async () => {
  const list = await request<UserToken[]>(`all_token_list?id=${OWNER}&chain_ids=eth,base`);
  expect(list.body).toMatchObject([{ chain: "base", raw_amount: 3 }]);
  expect(list.chains).toBe(`${BASE}, eth;unread`);
  const total = await request<UserTotalBalance>(`total_balance?id=${OWNER}`);
  expect(total.body).toMatchObject({ total_usd_value: 0, err_chain_ids: ["eth"] });
  expect(total.body.chain_list.map(({ id }) => id)).toEqual(["base"]);
  const curve = await request<NetCurve>(`total_net_curve?id=${OWNER}&chain_ids=eth,base`);
  expect([curve.body.usd_value, curve.chains]).toEqual([0, `${BASE}, eth;unread`]);
  const used = await request<{ id: string }[]>(`used_chain_list?id=${OWNER}`);
  expect([used.body.map(({ id }) => id), used.chains?.includes("eth;unread")]).toEqual([["base"], true]);
});

test("with too many waiting, new owners are 503 and leave nothing", async () => {
  const { waiting } = INITIAL_SCAN_LIMITS;
  await sql`
    insert into sight (owner, chain)
    select decode(lpad(to_hex(n), 40, '0'), 'hex'), 'eth' from generate_series(1, ${waiting}::int) n`.execute(db);
  const response = await api.get(`/v1/user/token_list?chain_id=eth&id=0x${"ab".repeat(20)}`);
  expect(await readProblem(response)).toMatchObject({ status: 503, code: "upstream_error" });
  expect(await db.selectFrom("sight").select("owner").execute()).toHaveLength(waiting);
});
