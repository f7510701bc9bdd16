import { expect, test } from "vitest";
import { actionWords } from "./actionWords.ts";
import { type SummaryParts, summarize } from "./summarize.ts";

const parts: SummaryParts = {
  category: "",
  isSuccess: true,
  ins: [],
  outs: [],
  approved: [],
  protocol: undefined,
  other: "0x1234…abcd",
  functionName: "",
};
const [usdc, eth] = ["1,200 USDC", "0.41 ETH"];

test.each<[Partial<SummaryParts>, string]>([
  [{ category: "swap", outs: [usdc], ins: [eth], protocol: "CoW Swap" }, "Swapped 1,200 USDC for 0.41 ETH on CoW Swap"],
  [{ category: "bridge_out", outs: [eth], protocol: "Hop" }, "Bridged 0.41 ETH by Hop"],
  [{ category: "bridge_in", ins: [eth], protocol: "Hop" }, "Received 0.41 ETH by Hop"],
  [
    { category: "bridge_out", outs: [eth], otherChain: "Arbitrum", protocol: "Hop" },
    "Bridged 0.41 ETH to Arbitrum by Hop",
  ],
  [
    { category: "bridge_in", ins: [eth], otherChain: "Arbitrum", protocol: "Hop" },
    "Received 0.41 ETH from Arbitrum by Hop",
  ],
  [{ category: "bridge_out", outs: [eth], otherChain: "Base", protocol: "Base" }, "Bridged 0.41 ETH to Base"],
  [{ category: "send", outs: [eth] }, "Sent 0.41 ETH to 0x1234…abcd"],
  [{ category: "receive", ins: [eth, usdc] }, "Received 0.41 ETH and 1,200 USDC from 0x1234…abcd"],
  [{ category: "approve", approved: ["USDC"], protocol: "Uniswap V3" }, "Allowed Uniswap V3 to move USDC"],
  [{ category: "revoke", approved: ["USDC"] }, "Stopped 0x1234…abcd from moving USDC"],
  [{ category: "governance", protocol: "Optimism" }, "Voted on Optimism"],
  [{ category: "delegate" }, "Delegated votes"],
  [{ category: "order_cancelled", protocol: "CoW Swap" }, "Cancelled an order on CoW Swap"],
  [{ category: "order_cancelled", ins: [eth], protocol: "CoW Swap" }, "Got back 0.41 ETH from an order on CoW Swap"],
  [{ category: "trade_nft", ins: ["Ape #7"], outs: [eth] }, "Traded 0.41 ETH for Ape #7"],
  [{ functionName: "zap" }, "Called zap on 0x1234…abcd"],
  [{ functionName: "zap", outs: [eth], protocol: "Zapper" }, "Called zap on Zapper: sent 0.41 ETH"],
  [{ outs: [eth], ins: [usdc] }, "Sent 0.41 ETH and received 1,200 USDC"],
  [{ category: "claim", ins: ["1 A", "2 B", "3 C", "4 D", "5 E"] }, "Claimed 1 A, 2 B, 3 C and 2 more"],
  [{ category: "swap", isSuccess: false, functionName: "swap" }, "Failed: called swap on 0x1234…abcd"],
  [{ category: "cancel" }, "Cancelled a pending transaction"],
  [{}, "Moved nothing"],
  [
    { category: "claim", functionName: "claim", outs: [usdc], ins: [eth], protocol: "Hop" },
    "Called claim on Hop: sent 1,200 USDC and received 0.41 ETH",
  ],
  [{ category: "governance", functionName: "vote", outs: [eth] }, "Called vote on 0x1234…abcd: sent 0.41 ETH"],
  [{ category: "receive", ins: [eth], outs: [usdc] }, "Received 0.41 ETH from 0x1234…abcd and sent 1,200 USDC"],
  [{ category: "revoke", approved: ["USDC"], outs: [eth] }, "Stopped 0x1234…abcd from moving USDC and sent 0.41 ETH"],
  [{ category: "deploy", outs: [eth] }, "Deployed a contract and sent 0.41 ETH"],
])("%o is a sentence", (some, sentence) => {
  expect(summarize({ ...parts, ...some })).toBe(sentence);
});

test.each<[Partial<SummaryParts>, string]>([
  [{ category: "swap", outs: [usdc], ins: [eth], protocol: "CoW Swap" }, "Swaps 1,200 USDC for 0.41 ETH on CoW Swap"],
  [{ category: "approve", approved: ["USDC"], protocol: "Uniswap V3" }, "Allows Uniswap V3 to move USDC"],
  [{ category: "order_cancelled", protocol: "CoW Swap" }, "Cancels an order on CoW Swap"],
  [{ functionName: "zap", outs: [eth], protocol: "Zapper" }, "Calls zap on Zapper: sends 0.41 ETH"],
  [{}, "Moves nothing"],
])("%o is a sentence about the future", (some, sentence) => {
  expect(summarize({ ...parts, tense: "present", ...some })).toBe(sentence);
});

test("each category with words has them in both tenses", () => {
  const lacking = Object.entries(actionWords).filter(
    ([, { verb, present, alone, presentAlone }]) =>
      verb === present || (alone === undefined) !== (presentAlone === undefined),
  );
  expect(lacking).toEqual([]);
});
