import type { UserApp, UserUsdValue } from "@portico/contract";
import { getChain, type Address } from "@portico/evm";
import { listApps, writePositions, type Position } from "@portico/protocols";
import {
  advanceChain,
  copyBlocks,
  ensureChainState,
  replacePrices,
  unknownToken,
  upsertTokens,
  upsertInteractions,
  writeNftBalances,
  writePositionReads,
} from "@portico/store";
import { afterAll, beforeAll, expect, test } from "vitest";
import { stateKeyOf } from "../../data/positions/stateKeyOf.ts";
import { BOB, CAROL } from "../../testing/fillStore.ts";
import { startTestApi } from "../../testing/startTestApi.ts";

const api = await startTestApi();
afterAll(() => api.stop());

/** The owner of the contract account Bob. */
const DAVE: Address = "0x00000000000000000000000000000000000000d0";
const HEAD = { blockNumber: 9n, hash: `0x${"22".repeat(32)}` as const, timeAt: 1_763_700_000 };
const app = listApps().find(({ id }) => id === "polymarket")!;
const { conditionalTokens, collateral } = app.chains["matic"] as Record<string, Address>;

beforeAll(async () => {
  await ensureChainState(api.db, { chain: "matic", chainId: getChain("matic").chainId, startBlock: 0n });
  await copyBlocks(api.db, "matic", [HEAD]);
  await upsertTokens(api.db, [{ ...unknownToken("matic", collateral!), decimals: 6 }]);
  await replacePrices(api.db, "matic", [{ token: collateral!, usd: 1, source: "pool", blockNumber: 1n, timeAt: 1 }]);
  await api.api.tokens.reload();
  const nft = { contract: conditionalTokens!, tokenId: 7n, isErc1155: true, rawAmount: 1n };
  const nfts = [BOB, CAROL].map((owner) => ({ ...nft, owner }));
  await writeNftBalances(api.db, "matic", 9n, nfts);
  const pays = { token: collateral!, rawAmount: 120_000_000n };
  const predict = (side: string, price: number): Position => ({
    name: "Prediction",
    pool: { controller: conditionalTokens! },
    positionIndex: side,
    detail: { type: "prediction", title: "Rain?", side, pays, price, isClosed: false, rawClaimable: 0n },
  });
  const stateKey = stateKeyOf({ receipts: [], nfts: new Map([[conditionalTokens!, [7n]]]), interactions: [] });
  const text = writePositions({ positions: [predict("No", 0.37), predict("Yes", 0.63)], accounts: [] }, stateKey);
  const { blockNumber, hash: blockHash, timeAt } = HEAD;
  const row = { owner: BOB, chain: "matic", protocolId: app.id, blockNumber, blockHash, timeAt, text, amounts: {} };
  await writePositionReads(api.db, [row]);
  const wallet = { ...row, owner: DAVE, protocolId: "matic_safe" };
  const owns = stateKeyOf({ receipts: [], nfts: new Map(), interactions: [{ contract: BOB, key: "" }] });
  await writePositionReads(api.db, [{ ...wallet, text: writePositions({ positions: [], accounts: [BOB] }, owns) }]);
  await upsertInteractions(api.db, "matic", [{ owner: DAVE, contract: BOB, key: "", blockNumber }]);
  await advanceChain(api.db, "matic", { logs: HEAD, balances: HEAD });
});

async function request<T>(target: string): Promise<{ body: T; chains: string | null }> {
  const res = await api.get(target);
  const text = await res.text();
  expect({ status: res.status, text }).toMatchObject({ status: 200 });
  return { body: JSON.parse(text) as T, chains: res.headers.get("portico-chains") };
}

test("an app's positions are listed under the app, most valuable first, with their chain", async () => {
  const { body, chains } = await request<UserApp[]>(`/v1/user/complex_app_list?id=${BOB}`);
  expect(chains).toBe("matic;block=9;time=1763700000;ledger=closed");
  expect(body).toMatchObject([
    {
      id: "polymarket",
      name: app.name,
      has_supported_portfolio: true,
      portfolio_item_list: [
        {
          stats: { net_usd_value: 75.6 },
          detail_types: ["prediction"],
          detail: { side: "Yes", amount: 120, price: 0.63 },
        },
        { stats: { net_usd_value: 44.4 }, position_index: "No", pool: { project_id: "polymarket", chain: "matic" } },
      ],
    },
  ]);
});

test("apps are in no balance, no total and no list of protocols", async () => {
  const { body, chains } = await request<UserUsdValue>(`/v1/user/chain_balance?chain_id=matic&id=${BOB}`);
  expect([body, chains]).toEqual([{ usd_value: 0 }, "matic;block=9;time=1763700000;ledger=closed"]);
  expect((await request(`/v1/user/total_balance?id=${BOB}`)).body).toMatchObject({ total_usd_value: 0 });
  expect((await request(`/v1/user/all_complex_protocol_list?id=${BOB}`)).body).toEqual([]);
});

test("a contract account's positions in an app are its owner's, by proxy", async () => {
  const { body } = await request<UserApp[]>(`/v1/user/complex_app_list?id=${DAVE}`);
  const proxy_detail = { project: { id: "matic_safe" }, proxy_contract_id: BOB };
  expect(body).toMatchObject([{ id: "polymarket", portfolio_item_list: [{ proxy_detail }, { proxy_detail }] }]);
});

test("an app that can't be read is named", async () => {
  const { body, chains } = await request(`/v1/user/complex_app_list?id=${CAROL}`);
  expect([body, chains]).toEqual([[], 'matic;block=9;time=1763700000;ledger=closed;missing="polymarket"']);
});
