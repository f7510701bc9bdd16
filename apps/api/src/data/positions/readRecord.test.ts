import { createRpc, getChain, type Address } from "@portico/evm";
import { createChainReader, openContext, type Adapter, type Deployed } from "@portico/protocols";
import { expect, test } from "vitest";
import { readRecord } from "./readRecord.ts";

const TOKEN: Address = "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48";
const OWNER: Address = `0x${"a".repeat(40)}`;
const chain = getChain("eth");
const rpc = createRpc({ chain, urls: ["http://127.0.0.1:9"] });

async function read(adapter: Partial<Adapter>) {
  const fields = { id: "bank", name: "Bank", siteUrl: "", category: "vault", deployments: {} } as const;
  const whole: Adapter = { ...fields, ...adapter };
  const deployed: Deployed = {
    ...fields,
    chain: "eth",
    adapter: whole,
    contracts: {},
    signals: {},
    addresses: new Set(),
  };
  const reading = { rpc, chain, block: { blockNumber: 1n, timeAt: 1 }, memory: new Map() };
  const context = openContext(reading, createChainReader(reading), {});
  const unwrapping = { findProtocol: () => undefined, open: () => context };
  return readRecord({ deployed, owner: OWNER, receipts: [], nfts: new Map(), interactions: [] }, context, unwrapping);
}

test("addresses become lower case in any spelling, and nothing else changes", async () => {
  const position = {
    name: "Deposit",
    pool: { controller: TOKEN, index: "0xAB" },
    detail: { type: "common", supplies: [{ token: TOKEN, rawAmount: 7n }], description: "By Bank" },
  } as const;
  const { positions, accounts } = await read({
    listPositions: async () => [
      { ...position, detail: { ...position.detail, supplies: [...position.detail.supplies] } },
    ],
    listAccounts: async () => [TOKEN],
  });
  const token = TOKEN.toLowerCase();
  expect([positions, accounts]).toEqual([
    [
      {
        ...position,
        pool: { controller: token, index: "0xAB" },
        detail: { ...position.detail, supplies: [{ token, rawAmount: 7n }] },
      },
    ],
    [token],
  ]);
});

test("an adapter without positions and accounts has none", async () => {
  expect(await read({})).toEqual({ positions: [], accounts: [] });
});
