import { getChain, NATIVE_TOKEN, topics } from "@portico/evm";
import type { Address, Hex } from "@portico/evm";
import { encodeAbiParameters, encodeEventTopics, parseAbiItem } from "viem";
import { expect, test } from "vitest";
import { createChanges } from "../chain/changes.ts";
import { hashOfTx, toTestBlock, type TestLog } from "../testing/testLogs.ts";
import { decodeBlock } from "./decodeBlock.ts";

const [buyer, seller, apes] = ["b1", "b2", "b4"].map((byte): Address => `0x${byte.repeat(20)}`) as [
  Address,
  Address,
  Address,
];
const LOOKSRARE: Address = "0x59728544b08ab483533076417fbbb2fd0b17ce3a";
const HASH: Hex = `0x${"12".repeat(32)}`;
const takerBid = parseAbiItem(
  "event TakerBid(bytes32 orderHash, uint256 orderNonce, address indexed taker, address indexed maker, address indexed strategy, address currency, address collection, uint256 tokenId, uint256 amount, uint256 price)",
);
const ZERO: Address = `0x${"00".repeat(20)}`;

const moved: TestLog = { address: apes, topics: [topics.transfer, seller, buyer, "0x08"], txIndex: 1 };
const traded: TestLog = {
  address: LOOKSRARE,
  topics: encodeEventTopics({ abi: [takerBid], args: { taker: buyer, maker: seller, strategy: ZERO } }) as Hex[],
  data: encodeAbiParameters(
    takerBid.inputs.filter((input) => !("indexed" in input)),
    [HASH, 1n, ZERO, apes, 8n, 1n, 55n],
  ),
  txIndex: 1,
};

function findSales(...logs: TestLog[]) {
  const changes = createChanges();
  const transaction = { hash: hashOfTx(1), index: 1, from: buyer, to: LOOKSRARE, nonce: 1n, rawValue: 55n };
  const receipt = { isSuccess: true, gasUsed: 1n, rawFee: 1n, contractAddress: undefined };
  decodeBlock(
    getChain("eth"),
    toTestBlock(logs, { transactions: [{ ...transaction, input: "0x", receipt }] }),
    changes,
  );
  return changes.sales.map(({ contract, tokenId, payToken, rawAmount }) => [contract, tokenId, payToken, rawAmount]);
}

test("a sale for the native coin is known without traces, by the marketplace's log in the same transaction", () => {
  expect(findSales(moved, traded)).toEqual([[apes, 8n, NATIVE_TOKEN, 55n]]);
  expect(findSales(moved, { ...traded, txIndex: 2 })).toEqual([]);
  expect(findSales(moved, { ...traded, address: apes })).toEqual([]);
  expect(findSales(traded)).toEqual([]);
});
