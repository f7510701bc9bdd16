import type { Address } from "@portico/evm";
import { encodeFunctionData, parseAbiItem } from "viem";
import type { AbiFunction } from "viem";
import type { Call } from "../call.ts";
import type { Knowledge } from "../knowledge.ts";
import { noKnowledge } from "../knowledge.ts";

export const alice: Address = "0xa11ce00000000000000000000000000000000001";
export const bob: Address = "0xb0b0000000000000000000000000000000000002";
export const carol: Address = "0xca20100000000000000000000000000000000003";
export const token: Address = "0x70c0000000000000000000000000000000000004";
export const nft: Address = "0x0f70000000000000000000000000000000000005";
export const weth: Address = "0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2";

/** Knows the token, the NFT and the wrapped coin above. */
export const knowledge: Knowledge = {
  ...noKnowledge("eth"),
  wrappedToken: weth,
  findStandard: (contract) =>
    new Map([
      [token, "erc20" as const],
      [nft, "erc721" as const],
    ]).get(contract),
};

/** A call from alice. @param signature - "function transfer(address to, uint256 amount)". */
export function encodeCall(signature: string, args: readonly unknown[], parts: Partial<Call> = {}): Call {
  const abi = parseAbiItem(signature) as AbiFunction;
  const input = encodeFunctionData({ abi: [abi], functionName: abi.name, args: [...args] });
  return { from: alice, to: token, rawValue: 0n, input, ...parts };
}
