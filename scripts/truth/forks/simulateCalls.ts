import { multicall3Abi, type Address, type Hex } from "@portico/evm";
import { decodeFunctionResult, encodeFunctionData } from "viem";
import type { ForkContract } from "./forkContract.ts";
import type { ForkChain } from "./forkScene.ts";

type SimulatedCall = readonly [
  contract: Pick<ForkContract, "abi" | "address">,
  functionName: string,
  args?: readonly unknown[],
];

const MULTICALL3: Address = "0xca11bde05977b3631167028862be2a173976ca11";

/** Results of calls made in sequence at the latest block; state changes are discarded. */
export async function simulateCalls({ client }: ForkChain, calls: readonly SimulatedCall[]): Promise<unknown[]> {
  const { result } = await client.simulateContract({
    address: MULTICALL3,
    abi: multicall3Abi,
    functionName: "aggregate3",
    args: [
      calls.map(([{ address, abi }, functionName, args = []]) => ({
        target: address,
        allowFailure: false,
        callData: encodeFunctionData({ abi, functionName, args }),
      })),
    ],
    blockTag: "latest",
  });
  const answers = result as readonly { returnData: Hex }[];
  return calls.map(([{ abi }, functionName], index) =>
    decodeFunctionResult({ abi, functionName, data: answers[index]!.returnData }),
  );
}
