import { parseAbi } from "viem";
import type { OwnerContext } from "../adapter.ts";
import type { Amount } from "../position.ts";
import { ReadError } from "../reader.ts";
import { toLower } from "../toLower.ts";
import type { CompoundV2Contracts } from "./compoundV2Markets.ts";

/** Interest is only simulated. @see https://docs-v4.venus.io/technical-reference/reference-core-pool/vai-controller */
const controllerAbi = parseAbi([
  "function getVAIAddress() view returns (address)",
  "function accrueVAIInterest() view",
  "function getVAIRepayAmount(address minter) view returns (uint256)",
]);

/**
 * An owner's debt in Venus' stable coin VAI, with interest up to the block: the calls are sent in order, so the
 * second sees the first unless a multicall happens to end between them. The controller values a unit at one dollar.
 */
export async function readVaiDebt({
  contracts: { stableController: address },
  owner,
  readOnce,
  trySimulate,
}: OwnerContext<CompoundV2Contracts>): Promise<Amount | undefined> {
  if (address === undefined) return undefined;
  const [[, rawAmount], [token]] = await Promise.all([
    trySimulate([
      { address, abi: controllerAbi, functionName: "accrueVAIInterest" },
      { address, abi: controllerAbi, functionName: "getVAIRepayAmount", args: [owner] },
    ]),
    readOnce([{ address, abi: controllerAbi, functionName: "getVAIAddress" }]),
  ]);
  if (rawAmount === undefined) throw new ReadError(`getVAIRepayAmount of ${address} fails`);
  return rawAmount === 0n ? undefined : { token: toLower(token), rawAmount };
}
