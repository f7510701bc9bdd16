import { createRpc, getChain, NATIVE_TOKEN } from "@portico/evm";
import { getNonstandardToken, listTokens, startDevnet, STETH } from "@portico/devnet";
import type { Devnet } from "@portico/devnet";
import { createTestDatabase } from "@portico/store/testing";
import type { TestDatabase } from "@portico/store/testing";
import { sql } from "kysely";
import { numberToHex } from "viem";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startRpcProxy } from "./testing/rpcProxy.ts";
import type { RpcProxy } from "./testing/rpcProxy.ts";
import { syncToHead } from "./testing/sync.ts";

let devnet: Devnet;
let proxy: RpcProxy;
let database: TestDatabase;
/** The block that the node shows as its newest; undefined: the chain's. */
let shown: bigint | undefined;

beforeAll(async () => {
  [devnet, database] = await Promise.all([
    startDevnet({ chains: ["eth"], seed: 3, size: { people: 8, transactions: 160, days: 3 } }),
    createTestDatabase(),
  ]);
  const { rpcUrl } = devnet.chains.eth!;
  const head = await createRpc({ chain: getChain("eth"), urls: [rpcUrl] }).getBlockNumber();
  proxy = await startRpcProxy(rpcUrl, async (body, forward) => {
    const newest = shown === undefined ? "latest" : numberToHex(shown);
    const { status, body: answer } = await forward(body.replaceAll(`"latest"`, `"${newest}"`));
    return { status, body: answer };
  });
  for (const part of [3n, 2n, 1n]) {
    shown = part === 1n ? undefined : head / part;
    await syncToHead(database.db, [{ chain: "eth", rpcUrls: [proxy.url], startBlock: 0n }]);
  }
});

afterAll(() => Promise.all([proxy.stop(), devnet.stop(), database.drop()]));

test("honest tokens have no residuals, whatever the scenario; those with rebases or upgrades have them as such", async () => {
  const { rows } = await sql<{ token: string; is_rebase: boolean; pairs: bigint }>`
    select token, is_rebase, count(distinct owner) as pairs from residual group by 1, 2`.execute(database.db);
  const changing = [getNonstandardToken("rebasing"), getNonstandardToken("proxy"), { address: STETH }, AMPL];
  const addresses = new Set(changing.map(({ address }) => address.toLowerCase()));
  expect(rows.filter(({ token, is_rebase }) => !is_rebase || !addresses.has(`0x${token.slice(2)}`))).toEqual([]);
  expect(rows.length).toBeGreaterThan(2);
  const reads = await sql<{ several: bigint }>`
    select count(*) as several from balance where block_number > opened_block`.execute(database.db);
  expect(reads.rows[0]!.several).toBeGreaterThan(100n);
  const coins = await sql<{ several: bigint }>`
    select count(*) as several from balance join chain_state using (chain)
    where token = ${NATIVE} and block_number > opened_block and opened_block >= all_coins_since`.execute(database.db);
  expect(coins.rows[0]!.several).toBeGreaterThan(10n);
});

const NATIVE = `\\x${NATIVE_TOKEN.slice(2)}`;
const AMPL = listTokens("eth").find(({ symbol }) => symbol === "AMPL")!;
