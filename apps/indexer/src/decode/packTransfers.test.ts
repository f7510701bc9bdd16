import { ByteTable, getChain, topics } from "@portico/evm";
import type { Address, Hex } from "@portico/evm";
import { createLegRows } from "@portico/store";
import type { EncodedRows } from "@portico/store";
import * as fc from "fast-check";
import type { RpcLog } from "viem";
import { expect, test } from "vitest";
import { createChanges } from "../chain/changes.ts";
import { ReorgError } from "../chain/reorgError.ts";
import type { SourceBlock } from "../source/sourceBlock.ts";
import { packLogs, unpackLogs } from "../testing/blockLogs.ts";
import { decodeBlock } from "./decodeBlock.ts";
import { WATCHED_TOPICS } from "./decodeLogs.ts";
import { packTransfers } from "./packTransfers.ts";

const word = (value: bigint): Hex => `0x${value.toString(16).padStart(64, "0")}`;
const blockHash = word(77n);
const celo = getChain("celo");
const TOKEN: Address = `0x${"70".repeat(20)}`;

function toBlock(logs: readonly Partial<RpcLog>[]): SourceBlock {
  const nothing = { withdrawals: [], rewards: [], transactions: [], internalTransfers: [], creations: [] };
  const whole = logs.map((log, at): RpcLog => ({ ...PLAIN, logIndex: `0x${at.toString(16)}`, ...log }));
  const location = { blockNumber: 9n, hash: blockHash, parentHash: word(76n), timeAt: 1_763_000_000, miner: undefined };
  return { ...location, ...nothing, logs: packLogs(whole) };
}

const PLAIN: RpcLog = {
  address: TOKEN,
  topics: [topics.transfer, word(1n), word(2n)],
  data: word(5n),
  blockHash,
  blockNumber: "0x9",
  transactionHash: word(3n),
  transactionIndex: "0x0",
  logIndex: "0x0",
  removed: false,
};

/** All changes of a block, with its transfers packed or decoded like all other logs. */
function read(block: SourceBlock, isPacked: boolean) {
  const changes = createChanges();
  const packed = {
    rows: createLegRows("celo"),
    pairs: changes.pairs,
    zeroPairs: changes.pairs,
    tokens: new ByteTable(20),
    twins: changes.twins,
    count: 0,
  };
  const logs = isPacked ? packTransfers(celo, block, packed) : block.logs;
  decodeBlock(celo, { ...block, logs }, changes);
  const { legs, pairs, ...others } = changes;
  for (const leg of legs) packed.rows.add(leg);
  return {
    rows: toRows(packed.rows.finish()),
    pairs: new Set(pairs.list().map(({ owner, token }) => owner + token)),
    others,
  };
}

/** Each row's bytes. The order of an owner's rows does not matter. */
function toRows({ chunks, count }: EncodedRows): Set<string> {
  const bytes = Buffer.concat(chunks);
  const rows = new Set<string>();
  for (let at = 0; at < bytes.length;) {
    const start = at;
    at += 2;
    for (let column = 0; column < bytes.readInt16BE(start); column++) at += 4 + Math.max(0, bytes.readInt32BE(at));
    rows.add(bytes.toString("hex", start, at));
  }
  expect(rows.size).toBe(count);
  return rows;
}

const party = fc.constantFrom(word(0n), word(1n), word(2n), word(2n ** 159n), word(2n ** 160n), word(2n ** 255n));
const amount = fc.oneof(fc.bigInt(0n, 2n ** 256n - 1n), fc.constantFrom(0n, 1n, 9_999n, 10n ** 18n, 10n ** 24n));
const data = fc.tuple(fc.array(amount, { maxLength: 4 }), fc.nat(5)).map(
  ([words, cut]): Hex =>
    `0x${words
      .map((it) => word(it).slice(2))
      .join("")
      .slice(2 * cut)}`,
);
const anyLog = fc.record({
  address: fc.constantFrom(TOKEN, celo.nativeErc20!, celo.wrappedToken ?? TOKEN, `0x${"7f".repeat(20)}` as const),
  topics: fc
    .tuple(fc.constantFrom(...WATCHED_TOPICS, ...Array(20).fill(topics.transfer)), fc.array(party, { maxLength: 3 }))
    .map(([first, rest]): [Hex, ...Hex[]] => [first, ...rest]),
  data,
  transactionIndex: fc.constantFrom<Hex>("0x0", "0x1", "0x2", "0x3"),
});

test("packed transfers and the remaining logs give the same rows as decoding everything", () => {
  let packedLogs = 0;
  fc.assert(
    fc.property(fc.array(anyLog, { maxLength: 12 }), (logs) => {
      const block = toBlock(logs);
      const plain = read(block, false);
      expect(read(block, true)).toEqual(plain);
      packedLogs += plain.rows.size;
    }),
    { numRuns: 400 },
  );
  expect(packedLogs).toBeGreaterThan(100);
});

test("plain transfers are packed; other logs, and possible payments for an NFT, are left", () => {
  const nft = { topics: [topics.transfer, word(1n), word(2n), word(8n)] as [Hex, ...Hex[]], data: "0x" as const };
  const approval = { topics: [topics.approval, word(1n), word(2n)] as [Hex, ...Hex[]] };
  const block = toBlock([{}, { transactionIndex: "0x1" }, { transactionIndex: "0x1", ...nft }, approval]);
  const packed = {
    rows: createLegRows("celo"),
    pairs: createChanges().pairs,
    zeroPairs: createChanges().pairs,
    tokens: new ByteTable(20),
    twins: new Map(),
    count: 0,
  };
  const left = unpackLogs(packTransfers(celo, block, packed));
  expect(left.map(({ logIndex }) => logIndex)).toEqual(["0x1", "0x2", "0x3"]);
  expect([packed.rows.count, packed.count, packed.pairs.size, packed.tokens.keys.toString("hex")]).toEqual([
    2,
    1,
    2,
    TOKEN.slice(2),
  ]);
});

test.each([{ blockHash: word(78n) }, { blockHash: null }, { transactionHash: null }])(
  "a transfer of another block, or of none, is not part of this one: %j",
  (location) => {
    expect(() => read(toBlock([location]), true)).toThrow(ReorgError);
    expect(() => read(toBlock([location]), false)).toThrow(ReorgError);
  },
);
