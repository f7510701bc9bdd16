import { getChain, NATIVE_TOKEN, type Address } from "@portico/evm";
import { replacePrices, unknownToken, upsertTokens, type Token } from "@portico/store";
import { createTestDatabase } from "@portico/store/testing";
import { afterAll, expect, test } from "vitest";
import { createTokenTable } from "./tokenTable.ts";

const { db, drop } = await createTestDatabase();
afterAll(drop);

const address = (n: number): Address => `0x${n.toString(16).padStart(40, "0")}`;
const token = (chain: string, n: number, fields: Partial<Token> = {}): Token => ({
  ...unknownToken(chain, address(n)),
  ...fields,
});
const price = (of: Address, usd: number) => ({ token: of, usd, source: "test", blockNumber: 1n, timeAt: 1 });

test("every token of every chain is loaded, with its price, over many pages", async () => {
  const tokens = Array.from({ length: 1501 }, (_, n) => token("eth", n, { symbol: `T${n}` }));
  await upsertTokens(db, [...tokens, token("base", 7, { symbol: "B" })]);
  await replacePrices(db, "eth", [price(address(0), 1), price(address(1500), 2), price(NATIVE_TOKEN, 3000)]);
  const table = createTokenTable(db);
  await table.reload();
  const symbols = tokens.map((one) => table.find("eth", one.address)?.token.symbol);
  expect(symbols).toEqual(tokens.map(({ symbol }) => symbol));
  expect([address(0), address(1), address(1500), NATIVE_TOKEN].map((of) => table.find("eth", of)?.price)).toEqual([
    1, 0, 2, 3000,
  ]);
  expect(table.find("base", address(7))?.token.symbol).toBe("B");
  expect(table.find("base", address(8))).toBeUndefined();
});

test("tokens stay readable during a reload, and removed ones are gone after it", async () => {
  const table = createTokenTable(db);
  await upsertTokens(db, [token("op", 1, { symbol: "ONE" }), token("op", 2, { symbol: "ONE" })]);
  await table.reload();
  await db.deleteFrom("token").where("chain", "=", "op").execute();
  await upsertTokens(db, [token("op", 2, { symbol: "ONE" })]);
  const loading = table.reload();
  expect(table.find("op", address(2))?.token.symbol).toBe("ONE");
  await loading;
  expect(table.find("op", address(1))).toBeUndefined();
  expect(table.find("op", address(2))?.toResponse().display_symbol).toBeNull();
});

test("only the named tokens are read again", async () => {
  const table = createTokenTable(db);
  await upsertTokens(db, [token("arb", 1, { symbol: "OLD" }), token("arb", 2, { symbol: "OLD" })]);
  await table.refresh({ chain: "arb", addresses: undefined });
  await upsertTokens(db, [token("arb", 1, { symbol: "NEW" }), token("arb", 2, { symbol: "NEW" })]);
  await replacePrices(db, "arb", [price(address(1), 5)]);
  await table.refresh({ chain: "arb", addresses: [address(1), address(3)] });
  const [one, two] = [1, 2].map((n) => table.find("arb", address(n)));
  expect([one?.token.symbol, one?.price, two?.token.symbol]).toEqual(["NEW", 5, "OLD"]);
  await table.refresh({ chain: "no-such-chain", addresses: [address(1)] });
});

test("a held token that is not in memory is looked up alone; an unknown one is cached as such", async () => {
  const table = createTokenTable(db);
  await upsertTokens(db, [token("bsc", 1, { symbol: "ONE" }), token("bsc", 2, { symbol: "TWO" })]);
  const [one, nobody] = await table.resolve(getChain("bsc"), [address(1), address(99)]);
  expect([one?.token.symbol, nobody?.token.symbol]).toEqual(["ONE", null]);
  expect(table.find("bsc", address(2))).toBeUndefined();
  expect((await table.resolve(getChain("bsc"), [address(99)]))[0]).toBe(nobody);
  await upsertTokens(db, [token("bsc", 99, { symbol: "LATE" })]);
  await table.refresh({ chain: "bsc", addresses: [address(99)] });
  expect((await table.resolve(getChain("bsc"), [address(99)]))[0]?.token.symbol).toBe("LATE");
});

test("results are applied in order, however many reads are concurrent", async () => {
  const table = createTokenTable(db);
  for (let n = 1; n <= 20; n++) {
    await upsertTokens(db, [token("scrl", 1, { decimals: n })]);
    void table.refresh({ chain: "scrl", addresses: n % 2 ? undefined : [address(1)] });
  }
  await table.refresh({ chain: "scrl", addresses: [address(1)] });
  expect(table.find("scrl", address(1))?.decimals).toBe(20);
});
