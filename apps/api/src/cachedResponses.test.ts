import {
  addOwnerHistories,
  advanceChain,
  advanceHistories,
  inTransaction,
  replacePrices,
  revokeAccessKey,
  rewindChain,
  upsertTokens,
  unknownToken,
  writeBalances,
  createAccessKey,
  writeInitialScans,
  type Store,
} from "@portico/store";
import { sql } from "kysely";
import { afterAll, expect, test, vi } from "vitest";
import { ALICE, BASE_HEAD, BASE_USDC, ETH_HEAD, ETH_START, USDC } from "./testing/fillStore.ts";
import { cutListener } from "./testing/cutListener.ts";
import { readProblem } from "./testing/readProblem.ts";
import { hashOf, storeTransactions } from "./testing/history.ts";
import { startFilledApi } from "./testing/startFilledApi.ts";

const api = await startFilledApi({ answerBytes: 1024 * 1024, initialScanWaitMs: 50 });
afterAll(() => api.stop());

const LIST = `/v1/user/token_list?id=${ALICE}&chain_id=base`;
const TOTAL = `/v1/user/total_balance?id=${ALICE}`;
const text = async (target: string, headers?: Record<string, string>) => await (await api.get(target, headers)).text();
/** Requested often enough to be cached. */
const requestTwice = async (target: string, headers?: Record<string, string>) =>
  await text(target, headers).then(() => text(target, headers));

const hold = (db: Store, rawAmount: number) =>
  writeBalances(db, "base", BASE_HEAD.blockNumber, [{ owner: ALICE, token: BASE_USDC, rawAmount: BigInt(rawAmount) }]);
const advance = () => advanceChain(api.db, "base", { balances: BASE_HEAD });
/** Waits for a response that contains this part. */
const soon = (target: string, part: string): Promise<string> =>
  vi.waitFor(async () => {
    const answer = await text(target);
    if (!answer.includes(part)) throw new Error(`No ${part} yet`);
    return answer;
  });

let stored = 1_000_000;

/** Requests until a response is cached. The store then has another value (`stored`), without a notification. */
const untilCached = (target: string, headers?: Record<string, string>): Promise<string> =>
  vi.waitFor(async () => {
    await hold(api.db, ++stored);
    const second = await requestTwice(target, headers);
    await hold(api.db, ++stored);
    expect(await text(target, headers)).toBe(second);
    return second;
  });
const now = () => `"raw_amount":${stored},`;

test("a response is cached while its chain is unchanged, and read again as soon as it changes", async () => {
  const other = `/v1/user/token_list?id=${ALICE}&chain_id=eth`;
  await requestTwice(other);
  await untilCached(LIST);
  const price = { token: USDC, usd: 0.25, source: "chainlink", blockNumber: 1n, timeAt: 1 };
  await replacePrices(api.db, "eth", [price]);
  await advanceChain(api.db, "eth", { balances: ETH_HEAD });
  expect(await soon(other, '"price":0.25,')).toContain('"price":0.25,');
  expect(await text(LIST)).not.toContain(now()); // notifications of eth arrived, and did not affect base
  await advance();
  expect(await soon(LIST, now())).toContain(now());
});

test("a response requested once is not cached", async () => {
  await untilCached(LIST);
  const once = `${LIST}&is_all=false`;
  await text(once);
  await hold(api.db, ++stored);
  expect(await text(once)).toContain(now());
});

test("a sum over chains is cached until one of them changes", async () => {
  await untilCached(TOTAL);
  await advance();
  expect(await soon(TOTAL, `"usd_value":${stored / 1e6}}`)).toContain(`"usd_value":${stored / 1e6}}`);
});

test("a transaction's notification arrives with its writes", async () => {
  await untilCached(LIST);
  await inTransaction(api.db, async (tx) => {
    await hold(tx, ++stored);
    await advanceChain(tx, "base", { balances: BASE_HEAD });
  });
  expect(await soon(LIST, now())).toContain(now());
});

test("a price and a name are changes of the chain", async () => {
  const price = { source: "chainlink", blockNumber: 1n, timeAt: 1 };
  await untilCached(LIST);
  await replacePrices(api.db, "base", [{ ...price, token: BASE_USDC, usd: 0.5 }]);
  expect(await soon(LIST, '"price":0.5,')).toContain('"price":0.5,');
  await untilCached(LIST);
  const usdc = { ...unknownToken("base", BASE_USDC), name: "USD Coin", decimals: 6, isVerified: true, isCore: true };
  await upsertTokens(api.db, [{ ...usdc, symbol: "USDbC" }]);
  expect(await soon(LIST, '"symbol":"USDbC"')).toContain('"symbol":"USDbC"');
});

test("a reorg is a change of the chain", async () => {
  await untilCached(LIST);
  const fork = { ...BASE_HEAD, blockNumber: BASE_HEAD.blockNumber - 1n };
  await inTransaction(api.db, (tx) => rewindChain(tx, "base", fork));
  expect(await soon(LIST, now())).toContain(now());
});

test("a response with a mask is another one, with another ETag", async () => {
  const mask = { "X-Fields": "raw_amount" };
  const masked = await untilCached(LIST, mask);
  expect(masked).toMatch(/^\[\{"raw_amount":\d+\}\]$/);
  expect(await text(LIST)).toContain('"symbol"');
  const etag = (await api.get(LIST, mask)).headers.get("etag") ?? "";
  expect((await api.get(LIST, { ...mask, "If-None-Match": etag })).status).toBe(304);
  expect((await api.get(LIST, { "If-None-Match": etag })).status).toBe(200);
});

test("a cached response is not returned to an unauthorized client", async () => {
  const { id, key } = await createAccessKey(api.db, { name: "leaver" });
  await untilCached(LIST, { AccessKey: key });
  await revokeAccessKey(api.db, id);
  await vi.waitFor(async () => expect((await api.get(LIST, { AccessKey: key })).status).toBe(401));
  expect(await readProblem(await api.get(LIST, { AccessKey: "" }))).toMatchObject({ status: 401 });
});

test("an incomplete response is not cached: an address during its initial scan", async () => {
  const newOwner = "0x0000000000000000000000000000000000005555";
  const target = `/v1/user/all_token_list?id=${newOwner}&chain_ids=eth,base`;
  for (let i = 0; i < 3; i++) expect((await api.get(target)).headers.get("portico-chains")).toContain(", eth;unread");
  const balances = [{ owner: newOwner, token: USDC, rawAmount: 9n } as const];
  const initialScan = { blockNumber: ETH_HEAD.blockNumber, listId: 1, owners: [newOwner] as const, balances };
  await writeInitialScans(api.db, "eth", initialScan);
  expect(await text(target)).toContain('"raw_amount":9,');
});

test("a cached response is read again once the owner's history reaches further back", async () => {
  const target = `/v1/user/token_list?id=${ALICE}&chain_id=eth`;
  const read = async () => {
    const { headers } = await api.get(target);
    return `${headers.get("portico-chains")} ${headers.get("etag")}`;
  };
  await addOwnerHistories(api.db, "eth");
  await advanceChain(api.db, "eth", { balances: ETH_HEAD });
  const before = await vi.waitFor(async () => {
    const cached = await read();
    expect(cached).toContain(`;since=${ETH_START};history=partial;collecting`); // once the notification arrived
    await sql`update owner_history set logs_from = to_block, calls_from = to_block`.execute(api.db);
    expect(await read()).toBe(cached);
    await sql`update owner_history set logs_from = null, calls_from = null`.execute(api.db);
    return cached;
  });
  const step = { owners: [ALICE], toBlock: ETH_START - 1n, fromBlock: 7n };
  for (const pass of ["calls", "logs"] as const)
    await inTransaction(api.db, (tx) => advanceHistories(tx, "eth", { ...step, pass }));
  const expected = before.replace(`since=${ETH_START}`, "since=7");
  await vi.waitFor(async () => expect(await read()).toBe(expected));
  await api.db.deleteFrom("owner_history").execute();
  await advanceChain(api.db, "eth", { balances: ETH_HEAD });
});

test("while notifications don't arrive, nothing is cached; once they do again, it is", async () => {
  await untilCached(LIST);
  await cutListener(api.db);
  await vi.waitFor(() => expect(api.logged()).toContain("database notifications are interrupted"));
  expect(await soon(LIST, now())).toContain(now()); // without a notification
  await untilCached(LIST);
  await advance();
  expect(await soon(LIST, now())).toContain(now());
});

test("history is not cached: its NFT metadata and function names are written without notifications of a chain", async () => {
  const history = `/v1/user/history_list?id=${ALICE}&chain_id=base`;
  await untilCached(LIST);
  await requestTwice(history);
  const transaction = { chain: "base", blockNumber: BASE_HEAD.blockNumber, timeAt: BASE_HEAD.timeAt, tx: {}, legs: [] };
  await storeTransactions(api.db, [transaction]);
  expect(await text(history)).toContain(hashOf(transaction));
});
