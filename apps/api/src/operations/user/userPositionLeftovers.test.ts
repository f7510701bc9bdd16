import type { NetCurve, UserToken } from "@portico/contract";
import { NATIVE_TOKEN, type Address } from "@portico/evm";
import { writePositions, type Position } from "@portico/protocols";
import {
  copyBlocks,
  MAX_INTERACTIONS,
  unknownToken,
  upsertTokens,
  upsertInteractions,
  writeBalances,
  writePositionReads,
  writeProtocolContracts,
} from "@portico/store";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { stateKeyOf } from "../../data/positions/stateKeyOf.ts";
import { listSources } from "../../data/positions/positionSources.ts";
import { ALICE, BOB, CAROL, ETH_HEAD, ETH_START } from "../../testing/fillStore.ts";
import { startFilledApi } from "../../testing/startFilledApi.ts";

const api = await startFilledApi({ positionWaitMs: 100 });
afterAll(() => api.stop());

const GONE = "goneswap";
const receiptOf = (protocolId: string): Address =>
  `0x${Buffer.from(protocolId.padEnd(20)).toString("hex").slice(0, 40)}`;
const { blockNumber, hash: blockHash, timeAt } = ETH_HEAD;

/** An owner's deposit of this much ether in a protocol. */
const deposit = (rawAmount: bigint): Position => ({
  name: "Deposit",
  pool: { controller: receiptOf(GONE) },
  detail: { type: "common", supplies: [{ token: NATIVE_TOKEN, rawAmount }] },
});

const store = (owner: Address, protocolId: string, text: string, rawAmount = 0n) => {
  const amounts = rawAmount > 0n ? { [NATIVE_TOKEN]: String(rawAmount) } : {};
  return writePositionReads(api.db, [
    { owner, chain: "eth", protocolId, blockNumber, blockHash, timeAt, text, amounts },
  ]);
};
const hold = (owner: Address, protocolId: string) =>
  writeBalances(api.db, "eth", blockNumber, [{ owner, token: receiptOf(protocolId), rawAmount: 5n }]);

beforeAll(async () => {
  await copyBlocks(api.db, "eth", [ETH_HEAD]);
  const receipts = [GONE, "base_uniswap2", "ens", "uniswap2"].map((protocolId) => ({
    ...unknownToken("eth", receiptOf(protocolId)),
    decimals: 0,
    protocolId,
  }));
  await upsertTokens(api.db, receipts);
  await api.api.tokens.reload();
});

async function request<T>(target: string): Promise<{ body: T; chains: string }> {
  const res = await api.get(target);
  const text = await res.text();
  expect({ status: res.status, text }).toMatchObject({ status: 200 });
  return { body: JSON.parse(text) as T, chains: res.headers.get("portico-chains") ?? "" };
}

test.each([
  ["whose adapter is gone", GONE],
  ["of another chain", "base_uniswap2"],
  ["that reads no positions", "ens"],
])("a token stored as a receipt of a protocol %s is a token of the wallet", async (_what, protocolId) => {
  await hold(CAROL, protocolId);
  const { body } = await request<UserToken[]>(`/v1/user/token_list?chain_id=eth&id=${CAROL}`);
  const token = body.find(({ id }) => id === receiptOf(protocolId));
  expect(token).toMatchObject({ is_wallet: true, protocol_id: "", amount: 5 });
});

test("positions in a removed protocol are in no curve", async () => {
  await store(CAROL, GONE, writePositions({ positions: [deposit(10n ** 18n)], accounts: [] }, "x"), 10n ** 18n);
  const { body } = await request<NetCurve>(`/v1/user/chain_net_curve?chain_id=eth&id=${CAROL}`);
  const balance = await request<{ usd_value: number }>(`/v1/user/chain_balance?chain_id=eth&id=${CAROL}`);
  expect(body.usd_value).toBe(balance.body.usd_value);
});

test.each([
  ["another shape", JSON.stringify({ positions: [{ kind: "of old" }], accounts: [], stateKey: "0.AAAAAAAAAAAAAAAA" })],
  ["no shape", "[]"],
])("a stored text of %s, as from another version, counts as never read", async (_what, text) => {
  await store(ALICE, "uniswap2", text);
  const { body, chains } = await request<unknown[]>(`/v1/user/complex_protocol_list?chain_id=eth&id=${ALICE}`);
  expect([body, chains]).toEqual([[], expect.stringContaining(';missing="uniswap2"')]);
  expect(chains).not.toContain("positions=");
});

test("without a node, stored positions in a protocol without traces of the owner remain listed", async () => {
  const stateKey = stateKeyOf({ receipts: [], nfts: new Map(), interactions: [], interactionsFrom: ETH_START });
  const text = writePositions({ positions: [deposit(7n)], accounts: [] }, stateKey);
  await store(BOB, "aave3", text, 7n);
  await store(BOB, "aave2", writePositions({ positions: [], accounts: [] }, stateKey));
  for (let time = 0; time < 2; time++) {
    const { body, chains } = await request<unknown[]>(`/v1/user/complex_protocol_list?chain_id=eth&id=${BOB}`);
    expect([body, chains]).toEqual([
      [expect.objectContaining({ id: "aave3" })],
      expect.not.stringContaining("missing"),
    ]);
    await vi.waitFor(async () => {
      const rows = await api.db.selectFrom("position_read").select(["protocol_id", "positions"]).execute();
      expect(rows).toContainEqual({ protocol_id: "aave3", positions: text });
    });
  }
});

test("an owner spammed with events still has the protocols found by events of listed and identified contracts, and a protocol that accepts events of any contract is named as missing", async () => {
  const [[emitter, [protocol]] = expect.unreachable("no protocol hears by events")] = [
    ...listSources("base", "protocol").byEmitter,
  ];
  const spam = Array.from({ length: MAX_INTERACTIONS }, (_, n): Address => `0x${n.toString(16).padStart(40, "0")}`);
  const [gauge, identifier] = [
    `0x${"fe".repeat(20)}` as const,
    listSources("base", "protocol").byId.keys().toArray().at(-1)!,
  ];
  await writeProtocolContracts(
    api.db,
    "base",
    { blockNumber: 1n, timeAt: 100 },
    [gauge],
    [{ address: gauge, protocolId: identifier, identity: "place" }],
  );
  const interactions = [...spam, gauge, emitter].map((contract) => ({
    owner: BOB,
    contract,
    key: "",
    blockNumber: 1n,
  }));
  await upsertInteractions(api.db, "base", interactions);
  const { chains } = await request(`/v1/user/chain_balance?chain_id=base&id=${BOB}`);
  const missing = /missing="([^"]*)"/.exec(chains)?.[1]?.split(" ");
  expect(missing).toEqual(expect.arrayContaining([protocol!.id, identifier, "base_safe"]));
});
