import { NATIVE_TOKEN, ZERO_ADDRESS } from "@portico/evm";
import type { Address, Hex } from "@portico/evm";
import { encodeAbiParameters, encodeEventTopics, parseAbiParameters } from "viem";
import { expect, test } from "vitest";
import { readFilledOrder } from "./readFilledOrder.ts";
import { toTestLogs } from "../testing/testLogs.ts";
import { x2y2Events } from "./x2y2.ts";

const [maker, taker, apes] = ["b1", "b2", "b4"].map((byte): Address => `0x${byte.repeat(20)}`) as [
  Address,
  Address,
  Address,
];
const MARKET: Address = "0x74312363e45dcaba76c59ec49a7aa8a65a67eed3";
const HASH: Hex = `0x${"12".repeat(32)}`;
const [{ abi }] = x2y2Events as unknown as [(typeof x2y2Events)[number]];
const items721 = encodeAbiParameters(parseAbiParameters("(address,uint256)[]"), [[[apes, 8n]]]);
const items1155 = encodeAbiParameters(parseAbiParameters("(address,uint256,uint256)[]"), [[[apes, 8n, 3n]]]);

function read({ op = 1, isErc1155 = false, dataMask = "0x" }: { op?: number; isErc1155?: boolean; dataMask?: Hex }) {
  const zeros = { orderIdx: 0n, itemIdx: 0n, bidIncentivePct: 0n, aucMinIncrementPct: 0n, aucIncDurationSecs: 0n };
  const paid = { price: 90n, fees: [{ percentage: 5000n, to: maker }], executionDelegate: maker };
  const detail = { op, ...zeros, ...paid, itemHash: HASH, dataReplacement: "0x" };
  const item = { price: 90n, data: isErc1155 ? items1155 : items721 };
  const order = { orderSalt: 1n, settleSalt: 2n, intent: 1n, delegateType: isErc1155 ? 2n : 1n, deadline: 3n };
  const args: Record<string, unknown> = { maker, taker, ...order, currency: ZERO_ADDRESS, dataMask, item, detail };
  const inputs = abi.inputs.filter(({ indexed }) => indexed !== true);
  const [log] = toTestLogs([
    {
      address: MARKET,
      topics: encodeEventTopics({ abi: [abi], args: { itemHash: HASH } }) as Hex[],
      data: encodeAbiParameters(
        inputs,
        inputs.map(({ name }) => args[name!]),
      ),
    },
  ]);
  return readFilledOrder("eth", log!);
}

const order = { items: [{ contract: apes, tokenId: 8n, rawAmount: 1n }], payToken: NATIVE_TOKEN, rawAmount: 90n };

test("listings and auctions of X2Y2 are by the seller, bids by the buyer", () => {
  expect(read({ op: 1 })).toMatchObject({ ...order, seller: maker, buyer: taker });
  expect(read({ op: 5 })).toMatchObject({ ...order, seller: maker, buyer: taker });
  expect(read({ op: 2 })).toMatchObject({ ...order, seller: taker, buyer: maker });
});

test("ERC-1155 tokens have an amount; what is cancelled or masked is no order", () => {
  expect(read({ isErc1155: true })?.items).toEqual([{ contract: apes, tokenId: 8n, rawAmount: 3n }]);
  expect([read({ op: 3 }), read({ op: 4 }), read({ op: 2, dataMask: "0xff" })]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
