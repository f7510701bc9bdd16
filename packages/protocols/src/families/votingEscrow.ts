import type { Address } from "@portico/evm";
import { parseAbi, parseAbiItem } from "viem";
import type { EventSignal, OwnerContext } from "../adapter.ts";
import type { Position } from "../position.ts";
import { capToHeld } from "./capToHeld.ts";
import { toLower } from "../toLower.ts";

/** @see https://docs.curve.finance/curve_dao/voting-escrow/voting-escrow */
const escrowAbi = parseAbi([
  "function token() view returns (address)",
  "function locked(address owner) view returns (int128 amount, uint256 end)",
]);
const distributorAbi = parseAbi([
  "function token() view returns (address)",
  "function claim(address owner) returns (uint256)",
]);
const locked = parseAbiItem(
  "event Deposit(address indexed provider, uint256 value, uint256 indexed locktime, int128 type, uint256 ts)",
);

export const toEscrowSignal = (escrow: Address): EventSignal => ({
  event: locked,
  emitters: [escrow],
  owners: ["provider"],
});

export interface Escrow {
  address: Address;
  /** Pay those who lock. */
  feeDistributors: readonly Address[];
}

/** A lock of Curve's VotingEscrow or a copy, with the fees that it has earned. */
export async function readEscrow(
  context: OwnerContext<unknown>,
  { address, feeDistributors }: Escrow,
): Promise<Position[]> {
  const { owner, read, readOnce, trySimulate } = context;
  const of = { address, abi: escrowAbi } as const;
  const [[token], [[amount, end]], feeTokens, fees] = await Promise.all([
    readOnce([{ ...of, functionName: "token" }]),
    read([{ ...of, functionName: "locked", args: [owner] }]),
    readOnce(feeDistributors.map((at) => ({ address: at, abi: distributorAbi, functionName: "token" }) as const)),
    trySimulate(
      feeDistributors.map(
        (at) => ({ address: at, abi: distributorAbi, functionName: "claim", args: [owner] }) as const,
      ),
    ),
  ]);
  const rewards = feeTokens
    .map((feeToken, index) => ({ token: toLower(feeToken), rawAmount: fees[index] ?? 0n }))
    .filter(({ rawAmount }) => rawAmount > 0n);
  const pool = { controller: address };
  if (amount <= 0n) return rewards.length === 0 ? [] : [{ name: "Rewards", detail: { type: "reward", rewards }, pool }];
  const supplies = await capToHeld(context, [address], [{ token: toLower(token), rawAmount: amount }]);
  return [{ name: "Locked", detail: { type: "locked", supplies, unlockAt: Number(end), rewards }, pool }];
}
