import type { UserHistory } from "@portico/contract";
import { ZERO_ADDRESS, type Address, type Hex } from "@portico/evm";
import { advanceChain, BACKWARDS, inTransaction, LegKind, rewindChain, type BlockRef } from "@portico/store";
import fc from "fast-check";
import { Token } from "structured-headers";
import { afterAll, expect, test } from "vitest";
import { ALICE, BASE_HEAD, BASE_USDC, BOB, ETH_HEAD, USDC } from "../../testing/fillStore.ts";
import { hashOf, storeTransactions, type TestTransaction } from "../../testing/history.ts";
import { readProblem } from "../../testing/readProblem.ts";
import { ALL_NAMES, APES, namesOf, startHistoryApi } from "../../testing/startHistoryApi.ts";

const api = await startHistoryApi();
afterAll(() => api.stop());

test("a token, a coin and chains filter the history", async () => {
  const readNames = async (rest: string) => namesOf(await api.request(rest));
  expect(await readNames(`&token_id=${USDC.toUpperCase().replace("0X", "0x")}`)).toEqual([
    "dust",
    "poison",
    "receive",
    "twin",
    "approve",
    "swap",
  ]);
  expect(await readNames(`&token_id=eth`)).toEqual(["note", "swap"]);
  expect(await readNames(`&token_id=eth&chain_id=base`)).toEqual([]);
  expect(await readNames(`&coin_id=usdc`)).toEqual(["dust", "poison", "events", "receive", "approve", "swap"]);
  expect(await readNames(`&coin_id=eth&chain_ids=eth`)).toEqual(["note", "swap"]);
  expect(await readNames(`&coin_id=usdc&token_id=${BASE_USDC}`)).toEqual(["events"]);
  expect(await readNames(`&token_id=${APES}`)).toEqual(["artApproval", "art"]);
  expect(await readNames(`&chain_id=base`)).toEqual(["events", "twin"]);
  expect(await readNames(`&chain_ids=base,bsc`)).toEqual(["events", "twin"]);
  expect(await readNames(`&chain_id=eth&chain_ids=base`)).toEqual([]);
});

test("the header names the requested chains", async () => {
  const header = async (rest: string) =>
    (await api.get(`/v1/user/history_list?id=${ALICE}${rest}`)).headers.get("portico-chains") ?? "";
  expect(await header("&chain_ids=base,arb,bsc")).toBe(
    `base;block=${BASE_HEAD.blockNumber};time=${BASE_HEAD.timeAt};ledger=closed, arb;syncing, bsc;unserved`,
  );
  expect(await header("&chain_id=eth")).toMatch(/^eth;block=19000000;time=1763700000;since=18992800;ledger=closed$/);
});

test("a page has the requested length, limited to 1 to 20, and all of its last second", async () => {
  const readNames = async (rest: string) => namesOf(await api.request(rest));
  expect(await readNames("&page_count=2")).toEqual(ALL_NAMES.slice(0, 2));
  expect(await readNames("&page_count=0")).toEqual(ALL_NAMES.slice(0, 1));
  expect(await readNames("&page_count=-7")).toEqual(ALL_NAMES.slice(0, 1));
  expect(await readNames("&page_count=10")).toEqual(ALL_NAMES.slice(0, 11));
  for (const many of ["999999", "99999999999999999999"])
    expect(await readNames(`&page_count=${many}`)).toEqual(ALL_NAMES);
  expect(await readNames("&start_time=1763600036")).toEqual(ALL_NAMES.slice(11));
  expect(await readNames("&start_time=1763600037")).toEqual(ALL_NAMES.slice(9));
  for (const finer of ["000", "000000", "000000000"]) {
    expect(await readNames(`&start_time=1763600000${finer}`)).toEqual(ALL_NAMES);
  }
  expect(await readNames("&start_time=1")).toEqual([]);
  for (const none of ["0", "-5", "-99999999999"]) expect(await readNames(`&start_time=${none}`)).toEqual(ALL_NAMES);
});

test("a cursor returns the next page, regardless of start_time", async () => {
  const first = await api.request("&page_count=9");
  const next = await api.request(`&page_count=9&start_time=5&cursor=${first.next_cursor}`);
  expect([...namesOf(first), ...namesOf(next)]).toEqual(ALL_NAMES);
  expect(next.next_cursor).toBeNull();
});

test("a cursor is refused while a chain is read again that its page had, and goes on without chains that it had not", async () => {
  const ask = "&chain_ids=eth,base,arb&page_count";
  const { next_cursor: cursor } = await api.request(`${ask}=9`);
  await advanceChain(api.db, "base", { balances: null });
  const refused = await api.get(`/v1/user/history_list?id=${ALICE}${ask}=9&cursor=${cursor}`);
  const { status, code, detail } = await readProblem(refused);
  expect([status, code, detail]).toEqual([503, "upstream_error", expect.stringMatching(/^base can't be read/)]);
  expect(refused.headers.get("retry-after")).toBe("5");
  const first = await api.request(`${ask}=8`);
  const next = await api.request(`${ask}=8&cursor=${first.next_cursor}`);
  const others = ALL_NAMES.filter((name) => name !== "events" && name !== "twin");
  expect([...namesOf(first), ...namesOf(next)]).toEqual(others);
  await advanceChain(api.db, "base", { balances: BASE_HEAD });
  expect(namesOf(await api.request(`${ask}=9&cursor=${cursor}`))).toEqual(ALL_NAMES.slice(9));
});

test.each([
  ["cursor=nonsense", "invalid_params", "cursor"],
  ["coin_id=nocoin", "invalid_params", "usdc"],
  ["token_id=vitalik.eth", "invalid_address", "vitalik.eth"],
  ["chain_id=linea", "invalid_chain", "not served"],
  ["chain_id=nope", "invalid_chain", "Unknown chain 'nope'"],
  ["chain_ids=nope", "invalid_chain", "Unknown chain 'nope'"],
  ["chain_id=eth&chain_ids=eth,nope", "invalid_chain", "Unknown chain 'nope'"],
])("%s is refused: %s", async (query, code, word) => {
  const problem = await readProblem(await api.get(`/v1/user/history_list?id=${ALICE}&${query}`));
  expect(problem).toMatchObject({ status: 400, code, detail: expect.stringContaining(word) as string });
});

test("a chain during its first sync is an error if requested alone; an unknown address has no history", async () => {
  expect((await api.get(`/v1/user/history_list?id=${ALICE}&chain_id=arb`)).status).toBe(503);
  const nobody = await api.get(`/v1/user/history_list?id=0x${"77".repeat(20)}&chain_id=eth`);
  const empty = { cate_dict: {}, history_list: [], project_dict: {}, token_dict: {}, cex_dict: {}, next_cursor: null };
  expect([nobody.status, await nobody.json()]).toEqual([200, [empty]]);
});

const isLong = process.env["PORTICO_TEST_LONG"] === "1";
const CHAINS = ["base", "eth"] as const;
type Slug = (typeof CHAINS)[number];

/** A block: seconds since the previous one, and the owner's number of transactions in it. */
const blocks = fc.record({
  chain: fc.constantFrom(...CHAINS),
  seconds: fc.integer({ min: 0, max: 2 }),
  transactions: fc.integer({ min: 0, max: 3 }),
});
type NewBlock = { chain: Slug; seconds: number; transactions: number };
/** Events between two pages: the last blocks of a chain are replaced, none or some, and then one more is added. */
const turns = fc.record({ block: blocks, replaced: fc.integer({ min: 0, max: 2 }) });

/** Blocks of a new owner, on top of those of the previous run. */
class Scene {
  static heads: Record<Slug, BlockRef> = { eth: ETH_HEAD, base: { ...BASE_HEAD, timeAt: ETH_HEAD.timeAt } };
  static users = 0;
  readonly owner: Address = `0xdd${(++Scene.users).toString(16).padStart(38, "0")}`;
  readonly transactions = new Map<Hex, TestTransaction>();
  readonly replaced = new Set<Hex>();
  #stack: Record<Slug, { block: BlockRef; ids: Hex[] }[]> = { eth: [], base: [] };
  #nonce = 0;

  constructor() {
    for (const chain of CHAINS) this.#stack[chain].push({ block: Scene.heads[chain], ids: [] });
  }

  async add(added: readonly NewBlock[]): Promise<void> {
    const mined = added.flatMap((block) => this.#mine(block));
    await storeTransactions(api.db, mined);
    for (const chain of CHAINS) {
      const block = Scene.heads[chain];
      await advanceChain(api.db, chain, { logs: block, balances: block });
    }
  }

  /** For a block without transactions of the owner, returns an entry without legs. */
  #mine({ chain, seconds, transactions }: NewBlock): TestTransaction[] {
    const { blockNumber, timeAt, hash } = Scene.heads[chain];
    const block = { blockNumber: blockNumber + 1n, timeAt: timeAt + seconds, hash };
    Scene.heads[chain] = block;
    const location = { chain, blockNumber: block.blockNumber, timeAt: block.timeAt };
    const mined = Array.from({ length: transactions }, (): TestTransaction => {
      const txIndex = ++this.#nonce; // a transaction in a replacement block is a different one
      const legs = [{ kind: LegKind.native, isInbound: true, counterparty: BOB }];
      return { ...location, txIndex, owner: this.owner, tx: { sender: BOB, recipient: this.owner }, legs };
    });
    this.#stack[chain].push({ block, ids: mined.map(hashOf) });
    for (const transaction of mined) this.transactions.set(hashOf(transaction), transaction);
    return mined.length > 0 ? mined : [{ ...location, legs: [] }];
  }

  async replace(chain: Slug, count: number): Promise<void> {
    const stack = this.#stack[chain];
    const gone = stack.splice(Math.max(1, stack.length - count));
    const { block } = stack.at(-1)!;
    await inTransaction(api.db, async (db) => {
      await rewindChain(db, chain, block);
      await advanceChain(db, chain, { balances: block });
    });
    Scene.heads[chain] = block;
    for (const id of gone.flatMap(({ ids }) => ids)) this.replaced.add(id);
  }
}

async function readPage(owner: Address, rest: string): Promise<UserHistory> {
  const res = await api.get(`/v1/user/all_history_list?id=${owner}&chain_ids=eth,base${rest}`);
  const [history] = (await res.json()) as UserHistory[];
  return history!;
}

type Next = (page: UserHistory) => string | undefined;
const byTime: Next = ({ history_list: list }) => (list.length > 0 ? `&start_time=${list.at(-1)!.time_at}` : undefined);
const byCursor: Next = ({ next_cursor: cursor }) => (cursor == null ? undefined : `&cursor=${cursor}`);

/** @returns the ids of all pages. */
async function walk(scene: Scene, pageCount: number, next: Next, between: () => Promise<void>): Promise<Hex[]> {
  const ids: Hex[] = [];
  let rest: string | undefined = "";
  while (rest !== undefined) {
    const page = await readPage(scene.owner, `&page_count=${pageCount}${rest}`);
    ids.push(...page.history_list.map(({ id }) => id as Hex));
    rest = next(page);
    if (rest !== undefined) await between();
  }
  return ids;
}

const orderOf = (a: TestTransaction, b: TestTransaction): number =>
  b.timeAt - a.timeAt ||
  (a.chain! < b.chain! ? -1 : a.chain! > b.chain! ? 1 : 0) ||
  Number(b.blockNumber - a.blockNumber) ||
  b.txIndex! - a.txIndex!;

test("walking by start_time and by cursor returns every remaining transaction once, in order, while chains change", async () => {
  const cases = fc.record({
    history: fc.array(blocks, { minLength: 4, maxLength: 14 }),
    pageCount: fc.integer({ min: 1, max: 6 }),
    turns: fc.array(turns, { maxLength: 3 }),
    next: fc.constantFrom(byTime, byCursor),
  });
  await fc.assert(
    fc.asyncProperty(cases, async ({ history, pageCount, turns: left, next }) => {
      const scene = new Scene();
      await scene.add(history);
      const before = [...scene.transactions.values()];
      const pending = [...left];
      const ids = await walk(scene, pageCount, next, async () => {
        const turn = pending.shift();
        if (turn === undefined) return;
        await scene.replace(turn.block.chain, turn.replaced);
        await scene.add([turn.block]);
      });
      expect(new Set(ids).size).toBe(ids.length);
      const stayed = before
        .toSorted(orderOf)
        .map(hashOf)
        .filter((id) => !scene.replaced.has(id));
      expect(ids.filter((id) => stayed.includes(id))).toEqual(stayed);
      expect(left.length > 0 ? [] : ids.filter((id) => !stayed.includes(id))).toEqual([]);
    }),
    { numRuns: isLong ? 200 : 4 },
  );
});

test("a change of a balance that only one transaction explains is its movement, also without another leg", async () => {
  const owner: Address = "0x00000000000000000000000000000000000000e5";
  const location = { blockNumber: 18_999_900n, timeAt: 1_763_600_900, owner, tx: { sender: BOB } };
  const moved = { kind: LegKind.token, token: USDC, isInbound: true, counterparty: BOB, rawAmount: 1_000_000n };
  const unlogged = { ...moved, kind: LegKind.unlogged, counterparty: ZERO_ADDRESS };
  await storeTransactions(api.db, [
    { ...location, legs: [unlogged] },
    {
      ...location,
      txIndex: 1,
      legs: [moved, { ...unlogged, counterparty: BOB }, { ...unlogged, isInbound: false, subIndex: BACKWARDS }],
    },
  ]);
  const response = await api.get(`/v1/user/history_list?id=${owner}&chain_id=eth`);
  const [{ history_list: list, token_dict: tokens }] = (await response.json()) as [UserHistory];
  const entry = { amount: 1, token_id: USDC };
  expect(list.map(({ receives, sends }) => ({ receives, sends }))).toMatchObject([
    {
      receives: [
        { ...entry, from_addr: BOB },
        { ...entry, from_addr: BOB, source: "balance", is_backwards: false },
      ],
      sends: [{ ...entry, to_addr: ZERO_ADDRESS, source: "balance", is_backwards: true }],
    },
    { receives: [{ ...entry, from_addr: ZERO_ADDRESS, source: "balance" }], sends: [] },
  ]);
  expect(list[0]!.receives[0]).not.toHaveProperty("source");
  expect([list[1]!.category, tokens[`eth_token:${USDC}`]?.chain]).toEqual(["receive", "eth"]);
});

test("the header names changes of balances that no transaction explains, in every answer with balances", async () => {
  const owner: Address = "0x00000000000000000000000000000000000000e6";
  const pair = { owner: toBytea(owner), chain: "base", token: toBytea(BASE_USDC) };
  const range = { from_block: 6_999_990n, to_block: 6_999_995n, time_at: 1_763_700_000, raw_amount: 7n };
  await api.db
    .insertInto("residual")
    .values({ ...pair, ...range, tx_block: null, position: null, is_rebase: false })
    .execute();
  const open = { ledger: new Token("open"), pairs: 1, open: `${BASE_USDC}:6999991-6999995` };
  for (const path of ["token_list", "chain_balance", "history_list", "chain_net_curve", "complex_protocol_list"]) {
    const chains = await api.getChains(`/v1/user/${path}?id=${owner}&chain_id=base`);
    expect([path, chains.get("base")]).toMatchObject([path, open]);
  }
});

const toBytea = (address: Address) => `\\x${address.slice(2)}` as const;
