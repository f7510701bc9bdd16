import type { HistoryItem, UserHistory } from "@portico/contract";
import { ZERO_ADDRESS, type Address, type Hex } from "@portico/evm";
import { createContractNames } from "@portico/protocols";
import { LegKind, rewindChain, inTransaction, type Leg } from "@portico/store";
import { readCounterparts } from "./readCounterparts.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ALICE, BASE_USDC, CAROL, ETH_HEAD, USDC } from "../../../testing/fillStore.ts";
import { hashOf, storeTransactions, type TestTransaction } from "../../../testing/history.ts";
import { startFilledApi } from "../../../testing/startFilledApi.ts";

const api = await startFilledApi();
afterAll(() => api.stop());

const ACROSS: Address = "0x5c7bcd6e7de5423a257d81b442095a1a6ced35c5";
const BASE_ACROSS: Address = "0x09aea4b2242abc8bb4bb78d537a67a245a7bec64";
const HOP: Address = "0x3666f603cc164936c1b87e207f36beba4ac5f18a";
const BASE_HOP: Address = "0x46ae9bab8cea96610807a275ebd36f8e916b5c61";
/** Of deBridge, on both chains. */
const DLN_SOURCE: Address = "0xef4fb24ad0916217251f553c0596f8edc630eb66";
const DLN_DESTINATION: Address = "0xe7351fd770a37282b91d153ee690b63579d6dd7f";
/** Of the rollup's own bridge. */
const BASE_PORTAL: Address = "0x49048044d57e1c92a77f79988d21fa8faf74e97e";
const BASE_BRIDGE: Address = "0x4200000000000000000000000000000000000010";
const UNKNOWN: Address = "0x00000000000000000000000000000000000000c9";

/** The first day of each transfer. */
const day = (n: number): number => 1_762_000_000 + n * 86_400;
let ethBlocks = 18_993_000n;
let baseBlocks = 6_900_000n;
const onEth = (timeAt: number, legs: Partial<Leg>[], tx: TestTransaction["tx"] = { recipient: ACROSS }) =>
  ({ blockNumber: (ethBlocks += 1n), timeAt, tx, legs }) satisfies TestTransaction;
const onBase = (
  timeAt: number,
  legs: Partial<Leg>[],
  tx: TestTransaction["tx"] = { sender: CAROL, recipient: BASE_ACROSS },
) => ({ chain: "base", blockNumber: (baseBlocks += 1n), timeAt, tx, legs }) satisfies TestTransaction;

const out = (rawAmount: bigint, counterparty: Address): Partial<Leg> => ({ token: USDC, rawAmount, counterparty });
const into = (rawAmount: bigint, counterparty: Address): Partial<Leg> => ({
  token: BASE_USDC,
  rawAmount,
  counterparty,
  isInbound: true,
});
/** @param chainId - Of the other chain. */
const logged = (contract: Address, code: number, chainId: bigint, transferId?: bigint): Partial<Leg> => ({
  kind: LegKind.event,
  isInbound: true,
  token: contract,
  counterparty: contract,
  subIndex: code,
  rawAmount: chainId + 1n,
  tokenId: transferId,
});
const [DEPOSITED, FILLED, SENT_TO_L2, ORDERED, FULFILLED] = [140, 143, 150, 165, 166];

const made = {
  proven: onEth(day(0), [out(1_000_000_000n, ACROSS), logged(ACROSS, DEPOSITED, 8453n, 7n)]),
  filled: onBase(day(0) + 20, [into(998_000_000n, CAROL), logged(BASE_ACROSS, FILLED, 1n, 7n)]),
  toSyncing: onEth(day(1), [out(1_000_000_000n, ACROSS), logged(ACROSS, DEPOSITED, 42_161n, 8n)]),
  toNowhere: onEth(day(2), [out(1_000_000_000n, ACROSS), logged(ACROSS, DEPOSITED, 999_999_999n, 9n)]),
  likely: onEth(day(3), [out(500_000_000n, HOP), logged(HOP, SENT_TO_L2, 8453n)], { recipient: HOP }),
  arrived: onBase(day(3) + 900, [into(499_000_000n, BASE_HOP)], { sender: CAROL, recipient: BASE_HOP }),
  unclear: onEth(day(4), [out(500_000_000n, HOP), logged(HOP, SENT_TO_L2, 8453n)], { recipient: HOP }),
  one: onBase(day(4) + 900, [into(499_000_000n, BASE_HOP)], { sender: CAROL, recipient: BASE_HOP }),
  other: onBase(day(4) + 950, [into(498_000_000n, BASE_HOP)], { sender: CAROL, recipient: BASE_HOP }),
  forged: onEth(day(5), [out(10_000_000n, ACROSS), logged(ACROSS, DEPOSITED, 8453n, 11n)]),
  forgery: onBase(day(5) + 20, [into(1n, CAROL), logged(UNKNOWN, FILLED, 1n, 11n)], {
    sender: CAROL,
    recipient: UNKNOWN,
  }),
  forOther: onEth(day(6), [out(10_000_000n, DLN_SOURCE), logged(DLN_SOURCE, ORDERED, 8453n, 12n)]),
  reachedOther: onBase(day(6) + 20, [logged(DLN_DESTINATION, FULFILLED, 1n, 12n)]),
  locked: onEth(day(8), [{ kind: LegKind.native, rawAmount: 3n * 10n ** 18n, counterparty: BASE_PORTAL }], {
    recipient: BASE_PORTAL,
    rawValue: 3n * 10n ** 18n,
  }),
  minted: onBase(
    day(8) + 90,
    [{ kind: LegKind.native, rawAmount: 3n * 10n ** 18n, counterparty: ZERO_ADDRESS, isInbound: true }],
    { recipient: ALICE },
  ),
  withdrawn: onBase(day(9), [{ kind: LegKind.native, rawAmount: 2n * 10n ** 18n, counterparty: BASE_BRIDGE }], {
    recipient: BASE_BRIDGE,
    rawValue: 2n * 10n ** 18n,
  }),
  claimed: onEth(
    day(16) + 3600,
    [{ kind: LegKind.native, rawAmount: 2n * 10n ** 18n, counterparty: BASE_PORTAL, isInbound: true }],
    { recipient: BASE_PORTAL, input: "0x12345678" },
  ),
  unfilled: onEth(day(18), [out(10_000_000n, ACROSS), logged(ACROSS, DEPOSITED, 8453n, 13n)]),
  dust: onBase(day(18) + 20, [into(1n, CAROL), logged(BASE_ACROSS, FILLED, 1n, 13n)]),
  itself: onEth(day(7), [out(5_000_000n, ALICE), { ...out(5_000_000n, ALICE), isInbound: true }], { recipient: USDC }),
} satisfies Record<string, TestTransaction>;
type Name = keyof typeof made;

beforeAll(() => storeTransactions(api.db, Object.values(made)));

const read = async (path: string): Promise<HistoryItem[]> => {
  const [page] = await api.getJson<UserHistory[]>(`/v1/user/${path}`);
  return page!.history_list;
};
const find = async (name: Name, path = `all_history_list?id=${ALICE}`): Promise<HistoryItem | undefined> =>
  (await read(path)).find(({ id }) => id === hashOf(made[name]));
const describe = async (name: Name, path?: string) => {
  const { category, summary, counterpart } = (await find(name, path))!;
  return { category, summary, counterpart };
};
const by = (name: Name, proof: "id" | "match", address: Address | null = ALICE) => ({
  chain: (made[name] as TestTransaction).chain ?? "eth",
  id: hashOf(made[name]),
  address,
  proof,
});
const only = (chain: string) => ({ chain, id: null, address: null, proof: null });

test("both sides name each other, in the history of all chains and of one", async () => {
  const left = {
    category: "bridge_out",
    summary: "Bridged 1,000 USDC to Base by Across",
    counterpart: by("filled", "id"),
  };
  expect(await describe("proven")).toEqual(left);
  expect(await describe("proven", `history_list?id=${ALICE}&chain_id=eth`)).toEqual(left);
  const came = {
    category: "bridge_in",
    summary: "Received 998 USDC from Ethereum by Across",
    counterpart: by("proven", "id"),
  };
  expect(await describe("filled")).toEqual(came);
  expect(await describe("filled", `history_list?id=${ALICE}&chain_id=base`)).toEqual(came);
});

test("an explanation says the same", async () => {
  const res = await api.post(
    "/v1/wallet/explain_tx",
    JSON.stringify({ chain_id: "eth", tx_id: hashOf(made.proven) satisfies Hex }),
  );
  expect(await res.json()).toMatchObject({ summary: "Bridged 1,000 USDC to Base by Across" });
});

test("a chain that isn't read yet is named, and one that is none of the contract's is not", async () => {
  expect(await describe("toSyncing")).toMatchObject({
    summary: "Bridged 1,000 USDC to Arbitrum by Across",
    counterpart: only("arb"),
  });
  expect(await describe("toNowhere")).toMatchObject({ summary: "Bridged 1,000 USDC by Across", counterpart: null });
});

test("without an id, the only one that fits is the other side; of several, none", async () => {
  expect(await describe("likely")).toMatchObject({
    summary: "Bridged 500 USDC to Base by Hop Protocol",
    counterpart: by("arrived", "match"),
  });
  expect(await describe("arrived")).toMatchObject({
    summary: "Received 499 USDC from Ethereum by Hop Protocol",
    counterpart: by("likely", "match"),
  });
  expect(await describe("unclear")).toMatchObject({
    summary: "Bridged 500 USDC to Base by Hop Protocol",
    counterpart: only("base"),
  });
  for (const name of ["one", "other"] as const) expect(await describe(name)).toMatchObject({ counterpart: null });
});

test("an unknown contract's claim to have delivered is ignored", async () => {
  expect(await describe("forged")).toMatchObject({ counterpart: only("base") });
  expect(await describe("forgery")).toMatchObject({ category: "receive", counterpart: null });
});

test("anybody can fill a deposit with dust by the bridge's own contract: it is not the other side", async () => {
  expect(await describe("unfilled")).toMatchObject({ counterpart: only("base") });
  expect(await describe("dust")).toMatchObject({ counterpart: only("eth") });
});

test("a transfer to somebody else names the transaction, but no account", async () => {
  expect(await describe("forOther")).toMatchObject({ counterpart: by("reachedOther", "id", null) });
});

test("coins that a rollup creates are a deposit by its own bridge", async () => {
  expect(await describe("locked")).toEqual({
    category: "bridge_out",
    summary: "Bridged 3 ETH to Base",
    counterpart: by("minted", "match"),
  });
  expect(await describe("minted")).toEqual({
    category: "bridge_in",
    summary: "Received 3 ETH from Ethereum",
    counterpart: by("locked", "match"),
  });
});

test("a withdrawal from a rollup is paired when it is claimed a week later", async () => {
  expect(await describe("withdrawn", `history_list?id=${ALICE}&chain_id=base`)).toMatchObject({
    summary: "Bridged 2 ETH to Ethereum by Base",
    counterpart: by("claimed", "match"),
  });
  expect(await describe("claimed", `history_list?id=${ALICE}&chain_id=eth`)).toMatchObject({
    summary: "Received 2 ETH from Base",
    counterpart: by("withdrawn", "match"),
  });
});

test("nothing is read of other chains if no bridge is involved", async () => {
  const legs = made.itself.legs.map((leg) => ({
    kind: LegKind.token,
    index: 0,
    subIndex: 0,
    isInbound: false,
    ...leg,
  }));
  const transaction = { chain: "eth", hash: hashOf(made.itself), timeAt: day(7), legs, isCut: false };
  const none = { contractNames: createContractNames(), db: undefined as never, tokens: undefined as never };
  const bridgeOf = await readCounterparts(none, ALICE, [transaction as never]);
  expect(bridgeOf(transaction as never)).toBeUndefined();
});

test("a transfer to oneself says so, and has no other side", async () => {
  expect(await describe("itself")).toEqual({ category: "send", summary: "Sent 5 USDC to itself", counterpart: null });
});

test("the other side is gone when its chain is reorganised", async () => {
  const block = made.filled.blockNumber - 1n;
  await inTransaction(api.db, (tx) =>
    rewindChain(tx, "base", { blockNumber: block, hash: ETH_HEAD.hash, timeAt: day(0) - 1 }),
  );
  expect(await describe("proven")).toMatchObject({
    summary: "Bridged 1,000 USDC to Base by Across",
    counterpart: only("base"),
  });
});
