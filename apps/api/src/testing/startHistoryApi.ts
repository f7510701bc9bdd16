import type { HistoryItem, UserHistory } from "@portico/contract";
import { getPermit2, NATIVE_TOKEN, type Address, type Hex } from "@portico/evm";
import {
  describeNftContracts,
  importFunctionSignatures,
  inTransaction,
  LegKind,
  upsertTokens,
  unknownToken,
  upsertContracts,
  writeBalances,
  writePricePoints,
  writeProtocolContracts,
} from "@portico/store";
import { encodeFunctionData, maxUint256, parseAbi, toFunctionSelector } from "viem";
import { ALICE, BASE_HEAD, BASE_USDC, BOB, CAROL, ETH_HEAD, FAKE_USDC, USDC } from "./fillStore.ts";
import { hashOf, storeTransactions, type TestTransaction } from "./history.ts";
import { startFilledApi } from "./startFilledApi.ts";
import type { TestApi } from "./startTestApi.ts";

export const APES: Address = "0xbc4ca0eda7647a8ab7c2061c2e118a18a936f13d";
export const SPAM: Address = "0x0000000000000000000000000000000000000bad";
const CREATED: Address = "0x00000000000000000000000000000000000000c8";
export const ROUTER: Address = "0x00000000000000000000000000000000000000c7";
export const PERMIT2 = getPermit2("eth");
/** Of uniswap2. */
export const FACTORY: Address = "0x5c69bee701ef814a2b6a3edd4b1652cb9cc5aa6f";
/** Of FACTORY, which Alice pays in `swap`. */
const LOOKALIKE: Address = "0x5c6000000000000000000000000000000000aa6f";
const abi = parseAbi([
  "function approve(address spender, uint256 amount)",
  "function transfer(address to, uint256 amount)",
  "function setApprovalForAll(address operator, bool approved)",
  "function zap(uint256 amount, address[] path)",
]);
const transfer = encodeFunctionData({ abi, functionName: "transfer", args: [ALICE, 250_500_000n] });
const approve = encodeFunctionData({ abi, functionName: "approve", args: [PERMIT2, maxUint256] });
const approveAll = encodeFunctionData({ abi, functionName: "setApprovalForAll", args: [ROUTER, true] });
const zap = encodeFunctionData({ abi, functionName: "zap", args: [5n, [USDC]] });
const toHex = (message: string): Hex => `0x${Buffer.from(message).toString("hex")}`;

const at = (number: number): Pick<TestTransaction, "blockNumber" | "timeAt"> => ({
  blockNumber: 18_999_000n + BigInt(number),
  timeAt: 1_763_600_000 + number * 12,
});
const received = { isInbound: true, counterparty: BOB };

/** By name. */
export const TEST_TRANSACTIONS: Record<string, TestTransaction> = {
  swap: {
    ...at(1),
    tx: { recipient: FACTORY, rawValue: 80_000_000_000_000_000n, input: zap },
    legs: [
      { kind: LegKind.native, rawAmount: 80_000_000_000_000_000n, counterparty: FACTORY },
      { isInbound: true, token: USDC, rawAmount: 200_000_000n, counterparty: ROUTER },
      { isInbound: true, token: USDC, rawAmount: 50_100_000n, counterparty: ROUTER },
      { kind: LegKind.native, isInbound: true, rawAmount: 1_000_000_000_000_000n, counterparty: FACTORY },
    ],
  },
  approve: {
    ...at(2),
    tx: { recipient: USDC, input: approve },
    legs: [{ kind: LegKind.approval, token: USDC, rawAmount: maxUint256, counterparty: PERMIT2 }],
  },
  receive: {
    ...at(3),
    tx: { sender: BOB, recipient: USDC, input: transfer },
    legs: [{ ...received, token: USDC, rawAmount: 250_500_000n }],
  },
  poison: {
    ...at(4),
    tx: { sender: CAROL, recipient: ROUTER, input: "0x12345678" },
    legs: [{ token: USDC, rawAmount: 0n, counterparty: CAROL }],
  },
  fake: {
    ...at(5),
    tx: { sender: CAROL, recipient: ROUTER, input: "0x12345678" },
    legs: [{ token: FAKE_USDC, rawAmount: 9n, counterparty: CAROL }],
  },
  failed: { ...at(6), tx: { recipient: ROUTER, input: "0x87654321", isSuccess: false, rawValue: 5n }, legs: [] },
  note: {
    ...at(7),
    tx: { sender: BOB, recipient: ALICE, rawValue: 1n, input: toHex("thank you 🙏") },
    legs: [{ ...received, kind: LegKind.native, rawAmount: 1n }],
  },
  art: {
    ...at(8),
    tx: { sender: BOB, recipient: ROUTER, input: "0x12345678" },
    legs: [
      { ...received, kind: LegKind.nft, token: APES, tokenId: 9n },
      { ...received, kind: LegKind.nft, token: SPAM, tokenId: 1n },
    ],
  },
  artApproval: {
    ...at(9),
    tx: { recipient: APES, input: approveAll },
    legs: [
      { kind: LegKind.operatorApproval, token: APES, rawAmount: 1n, counterparty: ROUTER },
      { kind: LegKind.nftApproval, token: APES, tokenId: 9n, rawAmount: 1n, counterparty: ROUTER },
    ],
  },
  spam: {
    ...at(10),
    tx: { sender: CAROL, recipient: SPAM, input: "0x12345678" },
    legs: [{ ...received, kind: LegKind.nft, token: SPAM, tokenId: 2n, counterparty: CAROL }],
  },
  events: {
    ...at(3),
    chain: "base",
    blockNumber: 6_999_990n,
    legs: [{ ...received, token: BASE_USDC, rawAmount: 1_500_000n }],
  },
  twin: {
    ...at(2),
    chain: "base",
    blockNumber: 6_999_989n,
    tx: { sender: BOB, recipient: USDC, input: transfer },
    legs: [{ ...received, token: USDC, rawAmount: 5n }],
  },
  dust: {
    ...at(12),
    tx: { sender: LOOKALIKE, recipient: USDC, input: transfer },
    legs: [{ ...received, token: USDC, rawAmount: 10n, counterparty: LOOKALIKE }],
  },
  call: { ...at(11), tx: { recipient: CREATED, input: toHex("abcd") }, legs: [] },
  deploy: { ...at(0), tx: { recipient: undefined, input: "0x6001" }, legs: [] },
};

/** The server over a store with TEST_TRANSACTIONS in Alice's history. */
export async function startHistoryApi(): Promise<HistoryApi> {
  const api = await startFilledApi();
  const { db } = api;
  await storeTransactions(db, Object.values(TEST_TRANSACTIONS));
  await writePricePoints(db, "eth", [{ token: NATIVE_TOKEN, timeAt: 1_763_500_200, usd: 2000 }]);
  await upsertTokens(db, [{ ...unknownToken("base", USDC), name: "Other", symbol: "OTHER", decimals: 0 }]);
  await api.api.tokens.reload();
  await writeBalances(db, "base", BASE_HEAD.blockNumber, [{ owner: ALICE, token: USDC, rawAmount: 5n }]);
  const creation = { blockNumber: 18_999_000n, txHash: hashOf(TEST_TRANSACTIONS["deploy"]!), timeAt: 1_763_600_000 };
  await upsertContracts(db, "eth", [{ address: CREATED, creator: ALICE, ...creation }]);
  const claim = { address: ROUTER, protocolId: "uniswap3", identity: "place" } as const;
  await inTransaction(db, (tx) =>
    writeProtocolContracts(tx, "eth", { blockNumber: 1n, timeAt: 100 }, [ROUTER], [claim]),
  );
  const collection = { symbol: "X", isErc1155: false };
  await describeNftContracts(db, "eth", ETH_HEAD.blockNumber, [
    { ...collection, address: APES, name: "BoredApeYachtClub" },
    { ...collection, address: SPAM, name: "Free money" },
  ]);
  await db.updateTable("nft_contract").set({ is_verified: true }).where("name", "=", "BoredApeYachtClub").execute();
  const selector = toFunctionSelector("zap(uint256,address[])");
  await importFunctionSignatures(db, "test", [{ selector, signature: "zap(uint256,address[])" }]);
  const request = async (rest = "", path = "history_list"): Promise<UserHistory> => {
    const res = await api.get(`/v1/user/${path}?id=${ALICE}${rest}`);
    const text = await res.text();
    if (res.status !== 200) throw new Error(`${rest}: ${text}`);
    const list = JSON.parse(text) as UserHistory[];
    if (list.length !== 1) throw new Error(`${list.length} histories`);
    return list[0]!;
  };
  return { ...api, request };
}

export interface HistoryApi extends TestApi {
  /** Alice's response; 200, and an array of one. */
  readonly request: (rest?: string, path?: string) => Promise<UserHistory>;
}

const names = new Map(Object.entries(TEST_TRANSACTIONS).map(([name, transaction]) => [hashOf(transaction), name]));

/** Names in TEST_TRANSACTIONS, in the order of the list. */
export const namesOf = ({ history_list }: UserHistory): (string | undefined)[] =>
  history_list.map(({ id }) => names.get(id as Hex));

export const findTransaction = ({ history_list }: UserHistory, name: string): HistoryItem =>
  history_list.find(({ id }) => id === hashOf(TEST_TRANSACTIONS[name]!))!;

const NEWEST = ["dust", "call", "spam", "artApproval", "art", "note", "failed", "fake", "poison", "events", "receive"];

/** All names, in the order of a list of all chains. */
export const ALL_NAMES = [...NEWEST, "twin", "approve", "swap", "deploy"];
