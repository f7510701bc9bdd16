import { multicall3Abi } from "@portico/evm";
import type { Address, Hex } from "@portico/evm";
import { decodeFunctionResult, encodeFunctionData } from "viem";
import type { Lab } from "./lab.ts";
import type { TestContract } from "./testContract.ts";

/** The caller of simulated calls. */
export const MULTICALL3: Address = "0xca11bde05977b3631167028862be2a173976ca11";

export type SimulatedCall = readonly [
  contract: Pick<TestContract, "abi" | "address">,
  functionName: string,
  args?: readonly unknown[],
];

/** Results of calls made in sequence at the latest block; state changes are discarded. */
export async function simulate(lab: Lab, calls: readonly SimulatedCall[]): Promise<unknown[]> {
  const blockNumber = await lab.client.getBlockNumber();
  const { result } = await lab.client.simulateContract({
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
    blockNumber,
  });
  const answers = result as readonly { returnData: Hex }[];
  return calls.map(([{ abi }, functionName], index) =>
    decodeFunctionResult({ abi, functionName, data: answers[index]!.returnData }),
  );
}
