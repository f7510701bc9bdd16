import { NATIVE_TOKEN } from "@portico/evm";
import { parseAbi } from "viem";
import type { OwnerContext } from "../../adapter.ts";
import type { Position } from "../../position.ts";
import type { EtherFiContracts } from "./etherFiContracts.ts";

/** @see https://github.com/etherfi-protocol/smart-contracts */
const requestAbi = parseAbi([
  "function getRequest(uint256 requestId) view returns ((uint96 amountOfEEth, uint96 shareOfEEth, bool isValid, uint32 feeGwei))",
  "function isFinalized(uint256 requestId) view returns (bool)",
  "function getClaimableAmount(uint256 tokenId) view returns (uint256)",
]);
const poolAbi = parseAbi(["function amountForShare(uint256 share) view returns (uint256)"]);

const GWEI = 10n ** 9n;

/** A waiting request pays what was requested, or less if its shares have lost, less its fee. */
export async function listWithdrawRequests(context: OwnerContext<EtherFiContracts>): Promise<Position[]> {
  const { contracts, nfts, tryRead } = context;
  const { withdrawRequests: address, liquidityPool } = contracts;
  const ids = [...(nfts.get(address) ?? [])].toSorted((one, other) => (one < other ? -1 : 1));
  const [requests, states, claimable] = await Promise.all([
    tryRead(ids.map((id) => ({ address, abi: requestAbi, functionName: "getRequest", args: [id] }) as const)),
    tryRead(ids.map((id) => ({ address, abi: requestAbi, functionName: "isFinalized", args: [id] }) as const)),
    tryRead(ids.map((id) => ({ address, abi: requestAbi, functionName: "getClaimableAmount", args: [id] }) as const)),
  ]);
  const values = await tryRead(
    requests.map(
      (request) =>
        ({
          address: liquidityPool,
          abi: poolAbi,
          functionName: "amountForShare",
          args: [request?.shareOfEEth ?? 0n],
        }) as const,
    ),
  );
  return ids.flatMap((id, index): Position[] => {
    const [request, value] = [requests[index], values[index]];
    if (request === undefined || !request.isValid || value === undefined) return [];
    const paid = min(request.amountOfEEth, value) - BigInt(request.feeGwei) * GWEI;
    const rawClaimable = states[index] === true ? (claimable[index] ?? 0n) : 0n;
    const token = { token: NATIVE_TOKEN, rawAmount: rawClaimable > 0n ? rawClaimable : paid };
    return [
      {
        name: "Locked",
        pool: { controller: address },
        positionIndex: String(id),
        detail: { type: "vesting", token, rawClaimable },
      },
    ];
  });
}

const min = (one: bigint, other: bigint): bigint => (one < other ? one : other);
