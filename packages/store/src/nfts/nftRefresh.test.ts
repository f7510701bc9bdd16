import { sql } from "kysely";
import { afterAll, beforeEach, expect, test } from "vitest";
import type { Address } from "../encoding/bytea.ts";
import { createTestDatabase } from "../testing/testDatabase.ts";
import { listNftDetails } from "../history/historyMetadata.ts";
import { claimNfts, ensureNfts, writeNftOutcomes } from "./nftMetadata.ts";
import type { NftOutcome, NftTask } from "./nftMetadata.ts";
import { refreshNfts } from "./nftRefresh.ts";

const { db, drop } = await createTestDatabase();
afterAll(drop);

const apes: Address = `0x${"a1".repeat(20)}`;
const cats: Address = `0x${"a2".repeat(20)}`;
const DAY = 86_400;
const now = Math.floor(Date.now() / 1000);
const lease = { limit: 9, leaseSeconds: 600 };
const named = (name: string) => ({
  name,
  description: null,
  contentType: null,
  content: null,
  thumbnailUrl: null,
  attributes: [],
});
const fetched = ({ contract, tokenId, takenUntil }: NftTask, name: string): NftOutcome => ({
  contract,
  tokenId,
  takenUntil,
  uri: null,
  kind: "fetched",
  metadata: named(name),
});
const claim = () => claimNfts(db, "eth", lease);
const claimIds = async () => (await claim()).map(({ tokenId }) => Number(tokenId)).toSorted((a, b) => a - b);
const refresh = (first: bigint, last: bigint, timeAt = now) =>
  refreshNfts(db, "eth", [{ contract: apes, ranges: [{ first, last }], timeAt }]);
const readName = async (tokenId = 1n) => {
  const [found] = await listNftDetails(db, [{ chain: "eth", contract: apes, tokenId }]);
  return found?.metadata?.name;
};
/** As if this many seconds had passed. */
const pass = (seconds: number) =>
  sql`
  update nft set fetched_at = fetched_at - ${seconds} * interval '1 second',
    refresh_at = refresh_at - ${seconds} * interval '1 second',
    next_attempt_at = next_attempt_at - ${seconds} * interval '1 second'`.execute(db);

/** Apes 1 to 4, fetched two days ago. */
beforeEach(async () => {
  await sql`truncate nft`.execute(db);
  await ensureNfts(
    db,
    "eth",
    [1n, 2n, 3n, 4n].map((tokenId) => ({ contract: apes, tokenId, isErc1155: false })),
  );
  await writeNftOutcomes(
    db,
    "eth",
    (await claim()).map((task) => fetched(task, "old")),
  );
  await pass(2 * DAY);
});

test("a changed range is fetched again, once, and what is known stays until then", async () => {
  expect(await claimIds()).toEqual([]);
  await refresh(2n, 3n);
  await refreshNfts(db, "eth", [{ contract: cats, ranges: [{ first: 1n, last: 1n }], timeAt: now }]);
  await refreshNfts(db, "base", [{ contract: apes, ranges: [{ first: 1n, last: 1n }], timeAt: now }]);
  expect(await readName(2n)).toBe("old");
  const tasks = await claim();
  expect(new Map(tasks.map(({ tokenId, attempts }) => [tokenId, attempts]))).toEqual(
    new Map([
      [2n, 1],
      [3n, 1],
    ]),
  );
  expect(await claimIds()).toEqual([]);
  await writeNftOutcomes(
    db,
    "eth",
    tasks.map((task) => fetched(task, "new")),
  );
  expect([await readName(1n), await readName(2n), await readName(3n)]).toEqual(["old", "new", "new"]);
  await pass(DAY);
  expect(await claimIds()).toEqual([]);
});

test("the whole range of ids is possible, and an empty one changes nothing", async () => {
  await refresh(3n, 2n);
  expect(await claimIds()).toEqual([]);
  await refresh(0n, 2n ** 256n - 1n);
  expect(await claimIds()).toEqual([1, 2, 3, 4]);
});

test("a report from before the metadata was fetched changes nothing", async () => {
  await refresh(1n, 1n, now - 3 * DAY);
  expect(await claimIds()).toEqual([]);
});

test("reports in quick succession cause one fetch an hour", async () => {
  await refresh(1n, 1n);
  await writeNftOutcomes(
    db,
    "eth",
    (await claim()).map((task) => fetched(task, "new")),
  );
  await refresh(1n, 1n);
  await refresh(1n, 1n);
  expect(await claimIds()).toEqual([]);
  await pass(3_601);
  expect(await claimIds()).toEqual([1]);
});

test("a report during a fetch causes another one, of new NFTs as well", async () => {
  await refresh(1n, 1n);
  await ensureNfts(db, "eth", [{ contract: apes, tokenId: 9n, isErc1155: false }]);
  const tasks = await claim();
  expect(new Set(tasks.map(({ tokenId }) => tokenId))).toEqual(new Set([1n, 9n]));
  await refresh(0n, 9n, now - 3 * DAY); // not of 1, which was fetched later
  await refresh(1n, 1n);
  await writeNftOutcomes(
    db,
    "eth",
    tasks.map((task) => fetched(task, "during")),
  );
  expect([await readName(1n), await readName(9n)]).toEqual(["during", "during"]);
  await pass(3_601);
  expect(await claimIds()).toEqual([1, 9]);
});

test("a failed fetch keeps what was known: a temporary one is repeated, a final one is not", async () => {
  const fail = async (outcome: { kind: "failed" } | { kind: "retry"; delaySeconds: number }) => {
    const [task] = await claim();
    const { contract, tokenId, takenUntil } = task!;
    await writeNftOutcomes(db, "eth", [{ contract, tokenId, takenUntil, uri: null, error: "no", ...outcome }]);
  };
  await refresh(1n, 1n);
  await fail({ kind: "retry", delaySeconds: 60 });
  expect([await readName(), await claimIds()]).toEqual(["old", []]);
  await pass(61);
  await fail({ kind: "failed" });
  expect([await readName(), await claimIds()]).toEqual(["old", []]);
  await pass(DAY);
  expect(await claimIds()).toEqual([]);
});

test("a claim without an outcome is repeated after its lease", async () => {
  await refresh(1n, 1n);
  expect(await claimIds()).toEqual([1]);
  await pass(601);
  expect((await claim()).map(({ attempts }) => attempts)).toEqual([2]);
});
