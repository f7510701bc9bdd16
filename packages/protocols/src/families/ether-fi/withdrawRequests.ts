import { NATIVE_TOKEN, min } from "@portico/evm";
import { parseAbi } from "viem";
import type { OwnerContext } from "../../adapter.ts";
import type { Position } from "../../position.ts";
import type { EtherFiContracts } from "./etherFiContracts.ts";

/** @see https://github.com/etherfi-protocol/smart-contracts */
const requestAbi = parseAbi([
  "function getRequest(uint256 requestId) view returns ((uint96 amountOfEEth, uint96 shareOfEEth, bool isValid, uint32 feeGwei))",
  "function lastFinalizedRequestId() view returns (uint32)",
  "function getClaimableAmount(uint256 tokenId) view returns (uint256)",
]);
const poolAbi = parseAbi(["function amountForShare(uint256 share) view returns (uint256)"]);

const GWEI = 10n ** 9n;

/** A waiting request pays what was requested, or less if its shares have lost, less its fee. */
export async function listWithdrawRequests(context: OwnerContext<EtherFiContracts>): Promise<Position[]> {
  const { withdrawRequests: address } = context.contracts;
  const ids = [...(context.nfts.get(address) ?? [])].toSorted((one, other) => (one < other ? -1 : 1));
  if (ids.length === 0) return [];
  const [requests, [lastFinalized]] = await Promise.all([
    context.tryRead(ids.map((id) => ({ address, abi: requestAbi, functionName: "getRequest", args: [id] }) as const)),
    context.read([{ address, abi: requestAbi, functionName: "lastFinalizedRequestId" }]),
  ]);
  const open = ids.flatMap((id, index) => {
    const request = requests[index];
    return request?.isValid === true ? [{ id, ...request, isFinalized: id <= lastFinalized }] : [];
  });
  const amounts = await readAmounts(context, open);
  return open.map(({ id, isFinalized }, index): Position => {
    const token = { token: NATIVE_TOKEN, rawAmount: amounts[index] ?? 0n };
    const rawClaimable = isFinalized ? token.rawAmount : 0n;
    const detail = { type: "vesting", token, rawClaimable } as const;
    return { name: "Locked", pool: { controller: address }, positionIndex: String(id), detail };
  });
}

interface Request {
  id: bigint;
  amountOfEEth: bigint;
  shareOfEEth: bigint;
  feeGwei: number;
  isFinalized: boolean;
}

function readAmounts(
  { contracts, read }: OwnerContext<EtherFiContracts>,
  requests: readonly Request[],
): Promise<bigint[]> {
  const { withdrawRequests, liquidityPool } = contracts;
  return Promise.all(
    requests.map(async ({ id, amountOfEEth, shareOfEEth, feeGwei, isFinalized }) => {
      if (isFinalized) {
        const [claimable] = await read([
          { address: withdrawRequests, abi: requestAbi, functionName: "getClaimableAmount", args: [id] },
        ]);
        return claimable;
      }
      const [worth] = await read([
        { address: liquidityPool, abi: poolAbi, functionName: "amountForShare", args: [shareOfEEth] },
      ]);
      return min(amountOfEEth, worth) - BigInt(feeGwei) * GWEI;
    }),
  );
}
