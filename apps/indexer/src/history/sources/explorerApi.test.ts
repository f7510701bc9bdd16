import fc from "fast-check";
import { pino } from "pino";
import { afterEach, expect, test } from "vitest";
import type { Address, Hash } from "@portico/evm";
import { topics } from "@portico/evm";
import { pad } from "viem";
import { startExplorerServer } from "../../testing/explorerServer.ts";
import type { ExplorerServerOptions, ExternalServer } from "../../testing/explorerServer.ts";
import type { ServedChain, ServedTransaction } from "../../testing/servedChain.ts";
import { readAllPages } from "../../testing/readAllPages.ts";
import { createExplorerSource } from "./explorerApi.ts";
import type { ExplorerSourceOptions } from "./explorerApi.ts";
import { BehindError, ExternalSourceError } from "./externalSourceError.ts";

const OWNER: Address = `0x${"ab".repeat(20)}`;
const OTHER: Address = `0x${"cd".repeat(20)}`;
const KEY = "SECRETKEY7";
const { signal } = new AbortController();

let server: ExternalServer | undefined;
afterEach(() => server?.stop());

const toHash = (number: number): Hash => `0x${number.toString(16).padStart(64, "0")}`;

type Kind = "internal" | "nft" | "sent" | "token" | "unrelated";

function createTransaction(kind: Kind, number: number): ServedTransaction {
  const parties = kind === "sent" ? { from: OWNER, to: OTHER } : { from: OTHER, to: OTHER };
  const transfer = { address: OTHER, topics: [topics.transfer, pad(OTHER), pad(OWNER)], data: pad("0x1") };
  const calls = kind === "internal" ? [{ type: "call" as const, from: OTHER, to: OWNER, value: 1n }] : [];
  const nft = { ...transfer, topics: [...transfer.topics, pad("0x7")] };
  const logs = kind === "token" ? [transfer, transfer] : kind === "nft" ? [nft] : [];
  return { hash: toHash(number), ...parties, created: null, value: 1n, calls, logs };
}

/** A chain of one block for each list of kinds. */
const createChain = (kinds: readonly (readonly Kind[])[]): ServedChain => ({
  blocks: kinds.map((list, number) => ({
    number,
    hash: toHash(1_000_000 + number),
    timestamp: number,
    transactions: list.map((kind, at) => createTransaction(kind, 1 + number * 1_000 + at)),
  })),
});

const SENT: Kind[][] = [[], ["sent"], ["sent", "token"], [], ["internal"], ["nft", "unrelated"]];

async function open(
  options: Partial<ExplorerServerOptions> & { chain?: ServedChain; source?: Partial<ExplorerSourceOptions> } = {},
) {
  const { chain = createChain(SENT), source = {}, ...rest } = options;
  await server?.stop();
  server = await startExplorerServer(chain, { style: "etherscan", ...rest });
  const url = `${server.url}?apikey=${KEY}`;
  return createExplorerSource({ url, chainId: 1, maxRps: 1e9, baseDelayMs: 1, ...source });
}

test("random records are found exactly, in pages of any size; each page is whole", async () => {
  const kind = fc.constantFrom<Kind>("internal", "nft", "sent", "token", "unrelated");
  const block = fc.oneof(
    { weight: 5, arbitrary: fc.array(kind, { maxLength: 3 }) },
    { weight: 1, arbitrary: fc.array(kind, { minLength: 10, maxLength: 25 }) },
  );
  const chains = fc.array(block, { minLength: 1, maxLength: 40 }).map(createChain);
  const styles = fc.constantFrom("etherscan" as const, "blockscout" as const);
  await fc.assert(
    fc.asyncProperty(chains, styles, fc.integer({ min: 1, max: 12 }), async (chain, style, pageSize) => {
      const source = await open({ chain, style, pageSize });
      const expected = chain.blocks.flatMap(({ number, transactions }) =>
        transactions
          .filter(({ from, calls, logs }) => from === OWNER || calls.length > 0 || logs.length > 0)
          .map(({ hash }) => ({ hash, blockNumber: BigInt(number) })),
      );
      const readAll = () => readAllPages(source, OWNER, BigInt(chain.blocks.length - 1), expected);
      expect(await readAll()).toHaveLength(expected.length);
      expect(await readAll()).toHaveLength(expected.length); // with known page sizes and cached lists
    }),
    { numRuns: 12 },
  );
});

test("transactions that paid the owner within are marked, if the explorer lists them", async () => {
  const { transactions } = await (await open()).findPage(OWNER, 5n, signal);
  expect(transactions.map(({ blockNumber, isPaid }) => [blockNumber, isPaid])).toEqual([
    [5n, false],
    [4n, true],
    [2n, false],
    [2n, false],
  ]);
});

test("a page that may have been cut is confirmed by the next one; a shorter one is not requested again", async () => {
  const source = await open();
  const [first, second] = [await source.findPage(OWNER, 5n, signal), await source.findPage(OWNER, 1n, signal)];
  expect([first.fromBlock, first.transactions.length]).toEqual([2n, 4]);
  expect([second.fromBlock, second.transactions.length]).toEqual([0n, 1]);
  const before = server!.requests();
  expect(await source.findPage(OTHER.replace("cd", "ce") as Address, 5n, signal)).toEqual({
    fromBlock: 0n,
    transactions: [],
  });
  expect(server!.requests() - before).toBe(5);
});

test("a block with too many records is an error, not a page", async () => {
  const chain = createChain([[], Array.from({ length: 120 }, () => "sent" as const)]);
  const source = await open({ chain, pageSize: 1 });
  await expect(source.findPage(OWNER, 1n, signal)).rejects.toMatchObject({
    kind: "too_large",
    message: expect.stringMatching(/too many records in block 1$/) as string,
  });
});

test("blocks that the explorer has not indexed yet are not claimed", async () => {
  const source = await open({ faults: { lag: 2 } });
  const error: unknown = await source.findPage(OWNER, 5n, signal).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(BehindError);
  expect((error as BehindError).head).toBe(3n);
  expect((await source.findPage(OWNER, 3n, signal)).transactions).toHaveLength(2);
});

test("a list that the explorer does not have is left out, and logged once", async () => {
  const lines: string[] = [];
  const log = pino({ level: "warn" }, { write: (line: string) => void lines.push(line) });
  for (const style of ["etherscan", "blockscout"] as const) {
    const faults = { unsupported: ["tokennfttx", "txlistinternal"] };
    const source = await open({ style, faults, source: { log } });
    expect(source.hasInternal).toBe(true);
    const found = (await readAllPages(source, OWNER, 5n)).map(({ blockNumber }) => blockNumber);
    expect(found).toEqual([2n, 2n, 1n]);
    expect(source.hasInternal).toBe(false);
  }
  expect(lines.map((line) => (JSON.parse(line) as { action: string }).action)).toEqual([
    "txlistinternal",
    "tokennfttx",
    "txlistinternal",
    "tokennfttx",
  ]);
  expect(lines.join("")).not.toContain(KEY);
  const without = await open({ faults: { unsupported: ["txlist"] } });
  await expect(without.findPage(OWNER, 5n, signal)).rejects.toMatchObject({ kind: "unsupported" });
});

test("internal transactions that are not processed yet are awaited; with old gaps the list is left out", async () => {
  const chain = createChain(SENT);
  chain.blocks.push({ number: 20_000, hash: toHash(9), timestamp: 9, transactions: [createTransaction("sent", 77)] });
  const faults = { unprocessed: [19_999] };
  const source = await open({ style: "blockscout", chain, faults });
  const error: unknown = await source.findPage(OWNER, 20_000n, signal).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(BehindError);
  expect((error as BehindError).head).toBe(10_000n);
  expect((await source.findPage(OWNER, 10_000n, signal)).fromBlock).toBe(2n);
  faults.unprocessed = [3];
  expect(await readAllPages(source, OWNER, 20_000n)).toHaveLength(5);
  expect(source.hasInternal).toBe(false);
});

test("what an explorer invents, omits or gets wrong is its hint: no amounts are returned", async () => {
  const faults = { invented: 2, missing: (hash: Hash) => hash === toHash(1_001), wrongAmounts: true };
  const found = await readAllPages(await open({ faults }), OWNER, 5n);
  expect(found.map(({ blockNumber }) => blockNumber)).toEqual([5n, 5n, 5n, 4n, 2n, 2n]);
  expect(found.every((transaction) => Object.keys(transaction).toSorted().join() === "blockNumber,hash,isPaid")).toBe(
    true,
  );
});

test.each(["etherscan", "blockscout"] as const)("too many requests are repeated later: %s", async (style) => {
  const faults = { limited: 3 };
  const source = await open({ style, faults });
  expect(await readAllPages(source, OWNER, 5n)).toHaveLength(5);
  faults.limited = 1_000;
  await expect(source.findPage(OTHER, 5n, signal)).rejects.toMatchObject({ kind: "limited" });
});

test("a long Retry-After is reported, not waited for", async () => {
  const source = await open({ style: "blockscout", faults: { limited: 1, retryAfterSeconds: 3_600 } });
  const limited = { kind: "limited", status: 429, retryAfterMs: 3_600_000 };
  await expect(source.findPage(OWNER, 5n, signal)).rejects.toMatchObject(limited);
  expect(server!.requests()).toBe(1);
});

test("a wrong key is refused, one from the settings is sent, with the chain id", async () => {
  const refused = await open({ key: "OTHERKEY" });
  await expect(refused.findPage(OWNER, 5n, signal)).rejects.toMatchObject({
    kind: "refused",
    message: expect.stringMatching(/^127\.0\.0\.1:\d+: Invalid API Key \(…\)$/) as string,
  });
  const accepted = await open({ key: "OTHERKEY", source: { key: "OTHERKEY" } });
  expect(await readAllPages(accepted, OWNER, 5n)).toHaveLength(5);
  expect(server!.paths.every((path) => path.includes("chainid=1&"))).toBe(true);
});

test.each([
  [{ html: true }, "invalid", "did not return JSON"],
  [{ refusal: "Free API access is not supported for this chain" }, "refused", "Free API access is not supported"],
  [{ redirectTo: "http://127.0.0.1:1/elsewhere" }, "refused", "redirects, which is not followed"],
  [{ endless: true }, "too_large", "returned more than 100000 bytes"],
  [{ delayMs: 60_000 }, "unreachable", "took too long"],
  [{ ascending: true }, "invalid", "not sorted by block"],
])("a fault is an error that names the host, without the key: %j", async (faults, kind, message) => {
  const timeoutMs = "delayMs" in faults ? 100 : 30_000;
  const source = await open({ faults, pageSize: 2, source: { timeoutMs, maxBytes: 100_000 } });
  const error: unknown = await source.findPage(OWNER, 5n, signal).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ExternalSourceError);
  const { message: text, kind: actual, cause } = error as ExternalSourceError;
  expect(actual).toBe(kind);
  expect(text).toMatch(/^127\.0\.0\.1:\d+/);
  expect(text).toContain(message);
  expect(text + String(cause)).not.toContain(KEY);
});

test("invalid records are errors; allocations of the genesis block are none", async () => {
  const chain = createChain(SENT);
  const [first] = chain.blocks[1]!.transactions;
  first!.hash = "0x12";
  const source = await open({ chain });
  await expect(source.findPage(OWNER, 5n, signal)).rejects.toThrow("without a valid hash and block number");
  chain.blocks[0]!.transactions.push({ ...first!, hash: `GENESIS_${OWNER.slice(2)}` as Hash });
  first!.hash = toHash(7);
  const other = await open({ chain });
  expect(await readAllPages(other, OWNER, 5n)).toHaveLength(5);
});

test("a signal ends it", async () => {
  const source = await open({ faults: { delayMs: 60_000 } });
  const controller = new AbortController();
  const page = source.findPage(OWNER, 5n, controller.signal);
  controller.abort(new Error("stopped"));
  await expect(page).rejects.toThrow("stopped");
});
