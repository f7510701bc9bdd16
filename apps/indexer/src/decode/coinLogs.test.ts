import { getChain, NATIVE_TOKEN, topics, ZERO_ADDRESS } from "@portico/evm";
import type { Address } from "@portico/evm";
import { LegKind } from "@portico/store";
import { expect, test } from "vitest";
import { createChanges } from "../chain/changes.ts";
import type { InternalTransfer, SourceBlock, SourceTransaction } from "../source/sourceBlock.ts";
import { hashOfTx, toTestBlock, type TestLog } from "../testing/testLogs.ts";
import { decodeBlock } from "./decodeBlock.ts";

const address = (byte: string): Address => `0x${byte.repeat(20)}`;
const [ALICE, BOB, MINER, CONTRACT] = [address("a1"), address("b0"), address("33"), address("cc")];
const TX_INDEX = 2;

interface Scene {
  slug: string;
  transaction?: Partial<SourceTransaction>;
  events?: readonly TestLog[];
  traces?: readonly Pick<InternalTransfer, "from" | "rawAmount" | "to">[];
  rewards?: SourceBlock["rewards"];
}

/** Decodes a block of one transaction. */
function decode({ slug, transaction, events = [], traces = [], rewards = [] }: Scene) {
  const changes = createChanges();
  const receipt = { isSuccess: true, gasUsed: 21_000n, rawFee: 42n, contractAddress: undefined };
  const sent = {
    hash: hashOfTx(TX_INDEX),
    index: TX_INDEX,
    from: ALICE,
    to: CONTRACT,
    nonce: 5n,
    rawValue: 0n,
    input: "0x",
  } as const;
  const block = toTestBlock(
    events.map((event) => ({ ...event, txIndex: TX_INDEX })),
    {
      miner: MINER,
      rewards,
      transactions: [{ ...sent, receipt, ...transaction }],
      internalTransfers: traces.map((trace, index) => ({
        txIndex: TX_INDEX,
        txHash: hashOfTx(TX_INDEX),
        index,
        ...trace,
      })),
    },
  );
  decodeBlock(getChain(slug), block, changes);
  return changes;
}

/** What each owner gained of the coin, fees apart; no other token may have moved. */
function listGains(scene: Scene): Record<Address, bigint> {
  const { legs } = decode(scene);
  expect(legs.filter(({ token }) => token !== NATIVE_TOKEN)).toEqual([]);
  const keys = legs.map(({ owner, kind, index, subIndex, isInbound }) =>
    [owner, kind, index, subIndex, isInbound].join(),
  );
  expect(new Set(keys).size).toBe(keys.length); // the key of the table
  const gains: Record<Address, bigint> = {};
  for (const { owner, kind, isInbound, rawAmount } of legs) {
    if (kind !== LegKind.fee) gains[owner] = (gains[owner] ?? 0n) + (isInbound ? rawAmount : -rawAmount);
  }
  return gains;
}

const listFees = (scene: Scene) => {
  const { legs, transactions } = decode(scene);
  const paid = legs.filter(({ kind }) => kind === LegKind.fee).map(({ owner, rawAmount }) => [owner, rawAmount]);
  return { paid, rawFee: transactions[0]!.rawFee };
};

const transfer = (by: Address, from: Address, to: Address, amount: bigint): TestLog => {
  return { address: by, topics: [topics.transfer, from, to], words: [amount] };
};
const POL: Address = "0x0000000000000000000000000000000000001010";
/** As the node writes it: token, from, to; amount and balances. */
const logTransfer = (from: Address, to: Address, amount: bigint): TestLog => {
  return { address: POL, topics: [topics.logTransfer, POL, from, to], words: [amount, 9n, 9n, 9n, 9n] };
};

test("Polygon's logs give internal value where there are no traces", () => {
  const events = [logTransfer(ALICE, CONTRACT, 7n), logTransfer(CONTRACT, BOB, 5n)];
  const scene = { slug: "matic", transaction: { rawValue: 7n }, events };
  expect(listGains(scene)).toEqual({ [ALICE]: -7n, [CONTRACT]: 2n, [BOB]: 5n });
});

test("a transfer of value that a trace and a log report is one", () => {
  const events = [logTransfer(ALICE, CONTRACT, 7n), logTransfer(CONTRACT, BOB, 5n)];
  const traces = [{ from: CONTRACT, to: BOB, rawAmount: 5n }];
  const scene = { slug: "matic", transaction: { rawValue: 7n }, events };
  expect(listGains({ ...scene, traces })).toEqual(listGains(scene));
  const twice = [...events, logTransfer(CONTRACT, BOB, 5n)];
  expect(listGains({ ...scene, events: twice, traces })).toEqual({ [ALICE]: -7n, [CONTRACT]: -3n, [BOB]: 10n });
});

test("the coin's contract moves what it is sent: its own two events repeat that, and the fee's is no movement", () => {
  const fee: TestLog = {
    address: POL,
    topics: ["0x4dfe1bbbcf077ddc3e01291eea2d5c70c2b422b415d95645b9adcfd678cb1d63", POL, ALICE, MINER],
    words: [42n, 9n, 9n, 9n, 9n],
  };
  const [sent, received] = [logTransfer(ALICE, POL, 7n), logTransfer(POL, BOB, 7n)];
  const own = [transfer(POL, ALICE, BOB, 7n), logTransfer(ALICE, BOB, 7n)];
  const scene = { slug: "matic", transaction: { to: POL, rawValue: 7n }, events: [sent, received, ...own, fee] };
  expect(listGains(scene)).toEqual({ [ALICE]: -7n, [POL]: 0n, [BOB]: 7n });
});

test("Polygon's state sync moves coins without a sender, a value, gas or a trace", () => {
  const transaction = { from: ZERO_ADDRESS, to: ZERO_ADDRESS, nonce: 0n };
  const scene = { slug: "matic", transaction, events: [logTransfer(POL, BOB, 7n)] };
  expect(listGains(scene)).toEqual({ [POL]: -7n, [BOB]: 7n });
  expect(listFees(scene).paid).toEqual([]);
});

const OVM_ETH: Address = "0xdeaddeaddeaddeaddeaddeaddeaddeaddead0000";
const CELO: Address = "0x471ece3750da237f93b8e339c536989b8978a438";

test("before Bedrock, bridging burnt the coin by its contract alone", () => {
  const burn: TestLog = { address: OVM_ETH, topics: [topics.burn, ALICE], words: [7n] };
  expect(listGains({ slug: "op", events: [transfer(OVM_ETH, ALICE, ZERO_ADDRESS, 7n), burn] })).toEqual({
    [ALICE]: -7n,
  });
});

test.each([
  ["celo", CELO],
  ["metis", OVM_ETH],
] as const)("on %s the coin's contract moves it by a log alone, or beside an equal transfer of value", (slug, coin) => {
  const events = [transfer(coin, ALICE, BOB, 7n)];
  expect(listGains({ slug, events })).toEqual({ [ALICE]: -7n, [BOB]: 7n });
  expect(listGains({ slug, events, transaction: { to: BOB, rawValue: 7n } })).toEqual({ [ALICE]: -7n, [BOB]: 7n });
});

test("an ERC-20 view with other decimals than the coin reports nothing", () => {
  const usdt0 = getChain("stable").nativeErc20!;
  expect(listGains({ slug: "stable", events: [transfer(usdt0, ALICE, BOB, 7n)] })).toEqual({});
});

const COIN: Address = "0x000000000000000000000000000000000000800a";
const BOOTLOADER: Address = "0x0000000000000000000000000000000000008001";

test("a ZK stack's logs report every movement once, and fees apart", () => {
  const events = [
    transfer(COIN, ALICE, BOOTLOADER, 50n),
    transfer(COIN, ALICE, CONTRACT, 7n),
    transfer(COIN, CONTRACT, BOB, 5n),
    transfer(COIN, BOOTLOADER, ALICE, 8n),
  ];
  const traces = [{ from: CONTRACT, to: BOB, rawAmount: 5n }];
  const scene = { slug: "era", transaction: { rawValue: 7n }, events, traces };
  expect(listGains(scene)).toEqual({ [ALICE]: -7n, [CONTRACT]: 2n, [BOB]: 5n });
  expect(listFees(scene)).toEqual({ paid: [[ALICE, 42n]], rawFee: 42n });
});

test("a paymaster paid: the sender's fee is 0", () => {
  const events = [transfer(COIN, BOB, BOOTLOADER, 50n), transfer(COIN, BOOTLOADER, BOB, 8n)];
  expect(listFees({ slug: "abs", events })).toEqual({
    paid: [
      [ALICE, 0n],
      [BOB, 42n],
    ],
    rawFee: 0n,
  });
});

test("a deposit on a ZK stack mints the coin", () => {
  const events: TestLog[] = [{ address: COIN, topics: [topics.mint, BOB], words: [7n] }];
  expect(listGains({ slug: "era", events })).toEqual({ [BOB]: 7n });
});

test("on Gnosis the bridge's coins come with a log, and a reward that repeats it is no other", () => {
  const reward: Address = "0x481c034c6d9441db23ea48de68bcae812c5d39ba";
  const events: TestLog[] = [{ address: reward, topics: [topics.addedReceiver, BOB, CONTRACT], words: [7n] }];
  expect(listGains({ slug: "xdai", events })).toEqual({ [BOB]: 7n });
  expect(decode({ slug: "xdai", events }).legs.find(({ isInbound }) => isInbound)?.counterparty).toBe(CONTRACT);
  const rewards = [{ address: BOB, rawAmount: 7n }];
  expect(listGains({ slug: "xdai", events, rewards: [...rewards, { address: MINER, rawAmount: 1n }] })).toEqual({
    [BOB]: 7n,
    [MINER]: 1n,
  });
  expect(listGains({ slug: "xdai", events: [{ ...events[0]!, address: CONTRACT }] })).toEqual({});
});

test("what the chain itself moves counts even if the transaction failed", () => {
  const receipt = { isSuccess: false, gasUsed: 21_000n, rawFee: undefined, contractAddress: undefined };
  const systemMoves = [{ from: ZERO_ADDRESS, to: ALICE, rawAmount: 9n }];
  const scene = { slug: "op", transaction: { rawValue: 9n, receipt, systemMoves } };
  expect(listGains(scene)).toEqual({ [ALICE]: 9n });
  expect(listFees(scene)).toEqual({ paid: [[ALICE, 0n]], rawFee: undefined });
  expect(listGains({ ...scene, transaction: { rawValue: 9n, to: ALICE, systemMoves } })).toEqual({ [ALICE]: 9n });
});
