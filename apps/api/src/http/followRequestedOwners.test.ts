import {
  advanceChain,
  advanceHolderScan,
  copyBlocks,
  deleteUnrequestedHolderScans,
  ensureChainState,
  listDueHolderScans,
  listFollowedOwners,
  listPendingScans,
  listUnrequestedHistories,
  refuseHolderScan,
  requestHolderScan,
  writeInitialScans,
  writeTokenHolders,
} from "@portico/store";
import { sql } from "kysely";
import { Token } from "structured-headers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readProblem } from "../testing/readProblem.ts";
import { startTestApi, type TestApi } from "../testing/startTestApi.ts";

const USDC = "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48";
const BLOCK = 9n;
const hash = `0x${"11".repeat(32)}` as const;
const ownerOf = (n: number) => `0x${n.toString(16).padStart(40, "0")}` as const;

let api: TestApi;
const indexing = new AbortController();
let indexed: Promise<void>;

beforeAll(async () => {
  api = await startTestApi({ initialScanWaitMs: 1_000 });
  const head = { blockNumber: BLOCK, hash, timeAt: 1 };
  await ensureChainState(api.db, { chain: "eth", chainId: 1, startBlock: 3n, mode: "owners" });
  await ensureChainState(api.db, { chain: "base", chainId: 8453, startBlock: 0n });
  await ensureChainState(api.db, { chain: "op", chainId: 10, startBlock: 3n });
  for (const chain of ["eth", "base", "op"]) await advanceChain(api.db, chain, { logs: head, balances: head });
  await copyBlocks(api.db, "eth", [head]);
  indexed = scan();
});

afterAll(async () => {
  indexing.abort();
  await indexed;
  await api.stop();
});

/** Performs an indexer's initial scans. */
async function scan(): Promise<void> {
  while (!indexing.signal.aborted) {
    const owners = (await listPendingScans(api.db, "eth", 10)).filter((owner) => owner !== UNSCANNED);
    const balances = owners.map((owner) => ({ owner, token: USDC, rawAmount: 7n }) as const);
    await writeInitialScans(api.db, "eth", { blockNumber: BLOCK, listId: 1, owners, balances });
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const UNSCANNED = ownerOf(0xbad);

test.each(["history_list", "nft_list", "token_authorized_list", "nft_authorized_list", "token_list"])(
  "%s follows an owner at its first request, and says since which block",
  async (operation) => {
    const owner = ownerOf(operation.length);
    const target = `/v1/user/${operation}?id=${owner}&chain_id=eth`;
    expect((await api.getChains(target)).get("eth")).toMatchObject({
      block: 9,
      since: 10,
      history: new Token("partial"),
      collecting: true,
    });
    const followed = await listFollowedOwners(api.db, { chain: "eth", limit: 100 });
    expect(followed.find((one) => one.owner === owner)?.sinceBlock).toBe(BLOCK);
  },
);

test("operations of all chains follow the owner only where owners are indexed", async () => {
  const owner = ownerOf(0xa11);
  const chains = await api.getChains(`/v1/user/all_nft_list?id=${owner}&chain_ids=eth,base`);
  expect([chains.get("eth")?.["since"], chains.get("base")?.["block"]]).toEqual([10, 9]);
  expect(chains.get("base")).not.toHaveProperty("history");
  expect(await listFollowedOwners(api.db, { chain: "base", limit: 9 })).toEqual([]);
});

test("a request of an owner is noted where its history is from before a full index, so that it is not deleted", async () => {
  const owner = ownerOf(0xf11);
  await sql`insert into owner_history (chain, owner, to_block, requested_at)
    values ('op', ${Buffer.from(owner.slice(2), "hex")}, 2, now() - interval '40 days')`.execute(api.db);
  const list = () => listUnrequestedHistories(api.db, { chain: "op", days: 30, limit: 9 });
  expect(await list()).toEqual([owner]);
  await api.getJson(`/v1/user/nft_list?id=${owner}&chain_id=op`);
  expect(await list()).toEqual([]);
});

test("a block before the owner was followed is unavailable", async () => {
  const owner = ownerOf(0xbef);
  await api.getJson(`/v1/user/nft_list?id=${owner}&chain_id=eth`);
  for (const operation of ["nft_list", "history_list", "token_authorized_list", "nft_authorized_list"]) {
    const target = `/v1/user/${operation}?id=${owner}&chain_id=eth&block=${BLOCK}`;
    const { code, detail } = await readProblem(await api.get(target));
    expect([operation, code, detail]).toEqual([operation, "block_unavailable", expect.stringContaining("10")]);
  }
});

test("an owner whose scan takes too long is reported, not shown as empty", async () => {
  for (const operation of ["history_list", "nft_list", "token_authorized_list", "nft_authorized_list"]) {
    const response = await api.get(`/v1/user/${operation}?id=${UNSCANNED}&chain_id=eth`);
    const { code, detail, status } = await readProblem(response);
    expect([status, code, detail]).toEqual([503, "upstream_error", expect.stringContaining("initial scan")]);
  }
});

describe("holders of a token where only owners are indexed", () => {
  const target = `/v1/token/top_holders?chain_id=eth&id=${USDC}`;
  const read = async (of = target) => {
    const response = await api.get(of);
    const { code, detail, status } = await readProblem(response);
    return { status, code, detail, retryAfter: response.headers.get("retry-after") };
  };

  test("they are collected from the first request on, with progress", async () => {
    const error = { status: 503, code: "upstream_error", retryAfter: "5" };
    expect(await read()).toMatchObject({ ...error, detail: expect.stringContaining("0 % of its logs") });
    expect(await listDue()).toEqual([USDC]);
    const step = {
      fromBlock: 5n,
      nextBlock: 7n,
      logs: 2,
      requests: 1,
      isFungible: true,
      owners: [ownerOf(1), ownerOf(2)],
    };
    await advanceHolderScan(api.db, "eth", USDC, step);
    expect(await read()).toMatchObject({ ...error, detail: expect.stringContaining("40 % of its logs") });
  });

  test("they are those of the block that the header names", async () => {
    const balances = [
      { owner: ownerOf(1), rawAmount: 3n },
      { owner: ownerOf(2), rawAmount: 4n },
    ];
    await writeTokenHolders(api.db, "eth", USDC, { block: { blockNumber: 8n, hash, timeAt: 1 }, balances });
    const response = await api.get(target);
    expect(response.headers.get("portico-chains")).toBe("eth;block=8;time=1");
    expect(await response.json()).toEqual([
      [ownerOf(2), 4],
      [ownerOf(1), 3],
    ]);
    expect(await (await api.get(`${target}&start=1`)).json()).toEqual([[ownerOf(1), 3]]);
    expect(await listDue()).toEqual([]);
    await sql`update holder_scan set read_at = now() - interval '1 hour', requested_at = now() - interval '1 hour'`.execute(
      api.db,
    );
    expect(await listDue()).toEqual([]);
    await api.get(target);
    expect(await listDue()).toEqual([USDC]);
  });

  test("a cause that prevents it is named", async () => {
    await refuseHolderScan(api.db, "eth", USDC, "the node accepts only 10 blocks in one eth_getLogs");
    expect(await read()).toMatchObject({
      status: 503,
      retryAfter: null,
      detail: expect.stringContaining("only 10 blocks"),
    });
    expect(await read("/v1/token/top_holders?chain_id=eth&id=eth")).toMatchObject({
      status: 503,
      detail: expect.stringContaining("native coin"),
    });
  });

  test("they are deleted when nobody requested them for so many days", async () => {
    await sql`update holder_scan set requested_at = now() - interval '8 days'`.execute(api.db);
    expect(await deleteUnrequestedHolderScans(api.db, "eth", 9)).toBe(0);
    expect(await deleteUnrequestedHolderScans(api.db, "eth", 7)).toBe(1);
    const { rows } = await sql`select from token_holder`.execute(api.db);
    expect(rows).toEqual([]);
  });

  test("a limited number of tokens is collected", async () => {
    const limits = { tokens: 1, perMinute: 9 };
    expect(await requestHolderScan(api.db, "eth", ownerOf(21), limits)).toBe(true);
    expect(await requestHolderScan(api.db, "eth", ownerOf(22), limits)).toBe(false);
    expect(await requestHolderScan(api.db, "eth", ownerOf(21), limits)).toBe(true);
  });

  const listDue = async () => {
    const options = { refreshMinutes: 10, retryMinutes: 99, except: [], limit: 9 };
    return (await listDueHolderScans(api.db, "eth", options)).map(({ token }) => token);
  };
});
