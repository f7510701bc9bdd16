import { afterAll, expect, test } from "vitest";
import type { Address } from "../encoding/bytea.ts";
import { TOKEN_CHANNEL, readTokenNews } from "../notifications/channels.ts";
import { upsertContracts } from "../contracts/contracts.ts";
import { listen } from "../notifications/listen.ts";
import { notify } from "../notifications/notify.ts";
import { markBalancesStale } from "../balances/staleBalances.ts";
import { createTestDatabase } from "../testing/testDatabase.ts";
import { applyTokenList } from "./tokenLists.ts";
import { listStaleTokens, listUndescribedTokens, listUntracedTokens, writeOrigins } from "./tokenQueues.ts";
import { findToken, listDescribedAfter } from "./tokens.ts";
import { rewindTokens, upsertTokens, writeJudgements, writeSupplies } from "./tokenWrites.ts";
import { unknownToken } from "./token.ts";
import type { Token } from "./token.ts";

const { db, url, drop } = await createTestDatabase();
afterAll(drop);

const address = (n: number): Address => `0x${n.toString(16).padStart(40, "0")}`;
const token = (chain: string, n: number, fields: Partial<Token> = {}): Token => ({
  ...unknownToken(chain, address(n)),
  metadataBlock: 10n,
  ...fields,
});
const find = (chain: string, n: number) => findToken(db, chain, address(n));
const hash = `0x${"ab".repeat(32)}` as const;

/** Addresses that the token channel named while `work` ran. */
async function namedDuring(work: () => Promise<void>): Promise<Address[]> {
  const notifications: Address[] = [];
  const { promise: done, resolve } = Promise.withResolvers<void>();
  const onNotify = (word: string | undefined) => {
    if (word === "over") resolve();
    else if (word !== undefined) notifications.push(...(readTokenNews(word).addresses ?? []));
  };
  const stop = await listen(url, { channels: { [TOKEN_CHANNEL]: onNotify } });
  await work();
  await notify(db, TOKEN_CHANNEL, "over");
  await done;
  await stop();
  return notifications;
}

test("a token whose creation is indexed has its time and creator, and one created again those of the last", async () => {
  const creation = { address: address(1), creator: address(0xc), blockNumber: 3n, txHash: hash, timeAt: 1_700_000_000 };
  await upsertContracts(db, "eth", [creation]);
  await upsertTokens(db, [token("eth", 1), token("eth", 2)]);
  expect(await find("eth", 1)).toMatchObject({ timeAt: 1_700_000_000, creator: address(0xc) });
  expect(await find("eth", 2)).toMatchObject({ timeAt: null, creator: null });
  expect(await listUntracedTokens(db, "eth", 9)).toEqual([address(2)]);
  await upsertContracts(db, "eth", [{ ...creation, creator: address(0xd), timeAt: 1_700_000_100 }]);
  await upsertTokens(db, [token("eth", 1, { metadataBlock: 11n })]);
  expect(await find("eth", 1)).toMatchObject({ timeAt: 1_700_000_100, creator: address(0xd) });
});

test("a new description replaces an older one, never a newer one", async () => {
  await upsertTokens(db, [token("bsc", 1, { name: "New", metadataBlock: 20n })]);
  await upsertTokens(db, [token("bsc", 1, { name: "Old", metadataBlock: 19n })]);
  expect(await find("bsc", 1)).toMatchObject({ name: "New", metadataBlock: 20n });
  await upsertTokens(db, [token("bsc", 1, { name: null, standard: "unknown", metadataBlock: 21n })]);
  expect(await find("bsc", 1)).toMatchObject({ name: null, standard: "unknown" });
});

test("only tokens that must be described are listed as undescribed", async () => {
  await upsertTokens(db, [token("op", 1), token("op", 2, { metadataBlock: null }), token("op", 3, NATIVE)]);
  expect(await listUndescribedTokens(db, "op", 9)).toEqual([address(2)]);
  expect(await listUntracedTokens(db, "op", 9)).toEqual([address(1)]);
});
const NATIVE: Partial<Token> = { standard: "native", metadataBlock: null };

test("a stored supply remains when the token is described again, and only changed ones are notified", async () => {
  await upsertTokens(db, [token("arb", 1, { totalSupply: 5n }), token("arb", 2, { totalSupply: 2n ** 256n - 1n })]);
  const supplies = [
    { token: address(1), totalSupply: 6n },
    { token: address(2), totalSupply: 2n ** 256n - 1n },
    { token: address(3), totalSupply: 1n },
  ];
  expect(await namedDuring(() => writeSupplies(db, "arb", supplies))).toEqual([address(1)]);
  await upsertTokens(db, [token("arb", 1, { totalSupply: 5n, metadataBlock: 12n })]);
  expect((await find("arb", 1))?.totalSupply).toBe(6n);
  expect((await find("arb", 2))?.totalSupply).toBe(2n ** 256n - 1n);
  expect(await find("arb", 3)).toBeUndefined();
  await writeSupplies(db, "arb", [{ token: address(1), totalSupply: null }]);
  expect((await find("arb", 1))?.totalSupply).toBeNull();
  expect(await listUndescribedTokens(db, "arb", 9)).toEqual([address(1)]);
  await upsertTokens(db, [token("arb", 4, { standard: "unknown" })]);
  await writeSupplies(db, "arb", [{ token: address(4), totalSupply: 1n }]);
  expect(await listUndescribedTokens(db, "arb", 9)).toEqual([address(1), address(4)]);
  await writeSupplies(db, "arb", []);
});

test("a judgement is stored and notified if it differs, and never for a listed token", async () => {
  await upsertTokens(db, [
    token("base", 1),
    token("base", 2, { isScam: false, isSuspicious: false }),
    token("base", 3),
  ]);
  await applyTokenList(db, "base", [
    { address: address(3), name: null, symbol: null, decimals: null, logoUrl: null, isCore: false },
  ]);
  const judged = [1, 2, 3].map((n) => ({ address: address(n), isScam: n !== 2, isSuspicious: n !== 2 }));
  expect(await namedDuring(() => writeJudgements(db, "base", judged))).toEqual([address(1)]);
  expect(await find("base", 1)).toMatchObject({ isScam: true, isSuspicious: true });
  expect(await find("base", 3)).toMatchObject({ isScam: false, isSuspicious: false });
});

test("a deployment is stored once, and one that can't be found isn't looked up again", async () => {
  await upsertTokens(db, [token("scrl", 1), token("scrl", 2), token("scrl", 3)]);
  await writeOrigins(db, "scrl", [
    { address: address(1), timeAt: 5, creator: address(9) },
    { address: address(2), timeAt: null, creator: null },
  ]);
  expect(await find("scrl", 1)).toMatchObject({ timeAt: 5, creator: address(9) });
  expect(await find("scrl", 2)).toMatchObject({ timeAt: null, creator: null });
  await writeOrigins(db, "scrl", [{ address: address(1), timeAt: 6, creator: null }]);
  expect(await find("scrl", 1)).toMatchObject({ timeAt: 5, creator: address(9) });
  expect(await listUntracedTokens(db, "scrl", 9)).toEqual([address(3)]);
});

test("after a reorg, metadata read and deployments found after the fork are looked up again", async () => {
  const old = token("linea", 1, { metadataBlock: 10n, timeAt: 90, creator: address(9), totalSupply: 5n });
  await upsertTokens(db, [old, { ...old, address: address(2), metadataBlock: 12n, timeAt: 110 }]);
  await rewindTokens(db, "linea", { blockNumber: 11n, hash, timeAt: 100 });
  expect(await find("linea", 1)).toEqual(old);
  expect(await find("linea", 2)).toMatchObject({ metadataBlock: null, totalSupply: null, timeAt: null, creator: null });
  expect(await listUndescribedTokens(db, "linea", 9)).toEqual([address(2)]);
});

test("of two blocks in one second, deployments in the orphaned one are removed", async () => {
  const creation = { creator: address(9), txHash: hash, timeAt: 100 };
  await upsertContracts(db, "zora", [
    { ...creation, address: address(1), blockNumber: 11n },
    { ...creation, address: address(2), blockNumber: 12n },
  ]);
  await upsertTokens(db, [token("zora", 1), token("zora", 2)]);
  await rewindTokens(db, "zora", { blockNumber: 11n, hash, timeAt: 100 });
  expect(await find("zora", 1)).toMatchObject({ timeAt: 100, creator: address(9) });
  expect(await find("zora", 2)).toMatchObject({ timeAt: null, creator: null });
  expect(await listUntracedTokens(db, "zora", 9)).toEqual([address(2)]);
});

test("tokens described after a block are listed", async () => {
  await upsertTokens(db, [token("mnt", 1, { metadataBlock: 11n }), token("mnt", 2, { metadataBlock: 12n })]);
  expect(await listDescribedAfter(db, "mnt", 11n)).toEqual([address(2)]);
});

test("the tokens of the pairs to read next are listed once", async () => {
  const pairs = [1, 2, 3, 4].map((n) => ({ owner: address(n), token: address(n === 4 ? 7 : n % 2) }));
  await markBalancesStale(db, "taiko", pairs);
  expect((await listStaleTokens(db, "taiko", 3)).toSorted()).toEqual([address(0), address(1)]);
  expect(await listStaleTokens(db, "taiko", 9)).toHaveLength(3);
});
