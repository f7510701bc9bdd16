import { createRpc, getChain } from "@portico/evm";
import type { Address } from "@portico/evm";
import { createTestDatabase } from "@portico/store/testing";
import { sql } from "kysely";
import { afterAll, expect, test, vi } from "vitest";
import { startRpcProxy } from "../../testing/rpcProxy.ts";
import { createHeadPrices } from "./headWork.ts";
import { loadPrices } from "./loadedPrices.ts";
import { seedHeldPrices } from "./seedHeldPrices.ts";

const { db, drop } = await createTestDatabase();
afterAll(drop);

const COUNT = 450;
const DAY = 86_400;
const tokenOf = (index: number): Address => `0x${(index + 1).toString(16).padStart(4, "0")}${"c3".repeat(18)}`;
const block = (timeAt: number) => ({ blockNumber: 9n, timeAt, hash: `0x${"00".repeat(32)}` }) as const;

test("each held token without a price has its turn, also with more of them than one look-up takes", async () => {
  const tokens = Array.from({ length: COUNT }, (_, index) => tokenOf(index));
  await sql`insert into token (chain, address, standard, name, symbol, decimals)
    select 'eth', decode(substr(token, 3), 'hex'), 'erc20', 'T', 'T', 18 from unnest(${tokens}::text[]) as t(token)`.execute(
    db,
  );
  await sql`insert into balance (chain, owner, token, block_number, raw_amount)
    select 'eth', decode(repeat('0a', 20), 'hex'), decode(substr(token, 3), 'hex'), 1, 1
    from unnest(${tokens}::text[]) as t(token)`.execute(db);
  let asked = "";
  const node = await startRpcProxy("http://127.0.0.1:1", (body) => {
    const calls = [JSON.parse(body) as { id: number; method: string } | { id: number; method: string }[]].flat();
    asked += body;
    const word = `0x${"0".repeat(64)}`;
    const replies = calls.map(({ id, method }) => ({
      jsonrpc: "2.0",
      id,
      result: method === "eth_chainId" ? "0x1" : word,
    }));
    return Promise.resolve({ status: 200, body: JSON.stringify(body.startsWith("[") ? replies : replies[0]) });
  });
  const rpc = createRpc({ chain: getChain("eth"), urls: [node.url], attempts: 1 });
  const knownSources = { byAddress: new Map(), aggregators: undefined };
  const work = { db, chain: getChain("eth"), rpc, prices: createHeadPrices(), knownSources, owners: { size: 1 } };
  const loaded = await loadPrices(db, "eth", 1, block(1));
  const listAsked = (): Address[] => tokens.filter((token) => asked.includes(token.slice(2)));
  for (let nth = 0; nth < 3; nth++) await seedHeldPrices(work, loaded, block(DAY + nth * 60));
  await vi.waitFor(() => expect(listAsked()).toHaveLength(COUNT));
  await node.stop();
});
