import { getChain, NATIVE_TOKEN, topics } from "@portico/evm";
import type { Address, Hex } from "@portico/evm";
import { encodeAbiParameters, encodeEventTopics, parseAbiItem } from "viem";
import type { RpcLog } from "viem";
import { expect, test } from "vitest";
import { createChanges } from "../chain/changes.ts";
import { packLogs } from "../testing/blockLogs.ts";
import { decodeBlock } from "./decodeBlock.ts";

const [buyer, seller, apes] = ["b1", "b2", "b4"].map((byte): Address => `0x${byte.repeat(20)}`) as [
  Address,
  Address,
  Address,
];
const LOOKSRARE: Address = "0x59728544b08ab483533076417fbbb2fd0b17ce3a";
const HASH: Hex = `0x${"12".repeat(32)}`;
const asTopic = (value: bigint): Hex => `0x${value.toString(16).padStart(64, "0")}`;
const takerBid = parseAbiItem(
  "event TakerBid(bytes32 orderHash, uint256 orderNonce, address indexed taker, address indexed maker, address indexed strategy, address currency, address collection, uint256 tokenId, uint256 amount, uint256 price)",
);
const ZERO: Address = `0x${"00".repeat(20)}`;

const log = (index: number, txIndex: number, fields: Pick<RpcLog, "address" | "data" | "topics">): RpcLog => ({
  ...fields,
  blockHash: HASH,
  blockNumber: "0x9",
  logIndex: `0x${index}`,
  transactionHash: HASH,
  transactionIndex: `0x${txIndex}`,
  removed: false,
});
const moved = {
  address: apes,
  topics: [topics.transfer, asTopic(BigInt(seller)), asTopic(BigInt(buyer)), asTopic(8n)] as [Hex, ...Hex[]],
  data: "0x" as const,
};
const traded = {
  address: LOOKSRARE,
  topics: encodeEventTopics({ abi: [takerBid], args: { taker: buyer, maker: seller, strategy: ZERO } }) as [
    Hex,
    ...Hex[],
  ],
  data: encodeAbiParameters(
    takerBid.inputs.filter((input) => !("indexed" in input)),
    [HASH, 1n, ZERO, apes, 8n, 1n, 55n],
  ),
};

function findSales(...logs: RpcLog[]) {
  const changes = createChanges();
  const nothing = { miner: undefined, withdrawals: [], rewards: [], internalTransfers: [], creations: [] };
  const transaction = { hash: HASH, index: 1, from: buyer, to: LOOKSRARE, nonce: 1n, rawValue: 55n };
  const receipt = { isSuccess: true, gasUsed: 1n, rawFee: 1n, contractAddress: undefined };
  decodeBlock(
    getChain("eth"),
    {
      ...nothing,
      blockNumber: 9n,
      hash: HASH,
      parentHash: HASH,
      timeAt: 900,
      transactions: [{ ...transaction, input: "0x", receipt }],
      logs: packLogs(logs),
    },
    changes,
  );
  return changes.sales.map(({ contract, tokenId, payToken, rawAmount }) => [contract, tokenId, payToken, rawAmount]);
}

test("a sale for the native coin is known without traces, by the marketplace's log in the same transaction", () => {
  expect(findSales(log(1, 1, moved), log(2, 1, traded))).toEqual([[apes, 8n, NATIVE_TOKEN, 55n]]);
  expect(findSales(log(1, 1, moved), log(2, 2, traded))).toEqual([]);
  expect(findSales(log(1, 1, moved), log(2, 1, { ...traded, address: apes }))).toEqual([]);
  expect(findSales(log(2, 1, traded))).toEqual([]);
});
