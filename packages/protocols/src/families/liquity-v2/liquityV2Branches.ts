import type { Address } from "@portico/evm";
import { parseAbi } from "viem";
import type { ReadContext } from "../../adapter.ts";
import { ReadError, unlessUnread } from "../../reader.ts";
import { toLower } from "../../toLower.ts";

export interface LiquityV2Contracts {
  registry: Address;
}

/** The market of one collateral. */
export interface LiquityBranch {
  collateral: Address;
  /** What all branches lend. */
  bold: Address;
  troveManager: Address;
  troveNft: Address;
  stabilityPool: Address;
  /** Hold the collateral. */
  vaults: readonly Address[];
  /** The least ratio of a trove, of 18 decimals. */
  minRatio: bigint;
}

/** @see https://github.com/liquity/bold */
const branchAbi = parseAbi([
  "function totalCollaterals() view returns (uint256)",
  "function getTroveManager(uint256 index) view returns (address)",
  "function getToken(uint256 index) view returns (address)",
  "function boldToken() view returns (address)",
  "function troveNFT() view returns (address)",
  "function stabilityPool() view returns (address)",
  "function borrowerOperations() view returns (address)",
  "function activePool() view returns (address)",
  "function defaultPoolAddress() view returns (address)",
  "function MCR() view returns (uint256)",
]);

/** A registry has room for ten. */
const MAX_BRANCHES = 10n;

type Context = Pick<ReadContext<LiquityV2Contracts>, "contracts" | "readOnce">;

/** The branches of the registry that respond as they should: all are constants. @throws ReadError without any. */
export async function readBranches(context: Context): Promise<LiquityBranch[]> {
  const { contracts, readOnce } = context;
  const of = { address: contracts.registry, abi: branchAbi } as const;
  const [count, bold] = await readOnce([
    { ...of, functionName: "totalCollaterals" },
    { ...of, functionName: "boldToken" },
  ]);
  const indexes = Array.from({ length: Number(count < MAX_BRANCHES ? count : MAX_BRANCHES) }, (_, index) =>
    BigInt(index),
  );
  const [managers, tokens] = await Promise.all([
    readOnce(indexes.map((index) => ({ ...of, functionName: "getTroveManager", args: [index] }) as const)),
    readOnce(indexes.map((index) => ({ ...of, functionName: "getToken", args: [index] }) as const)),
  ]);
  const branches = await Promise.all(
    managers.map((manager, index) => unlessUnread(readBranch(context, manager, tokens[index]!, bold), undefined)),
  );
  const known = branches.filter((branch) => branch !== undefined);
  if (known.length === 0) throw new ReadError("no branch responds");
  return known;
}

// oxlint-disable-next-line max-params -- the three that the registry names
async function readBranch(
  { readOnce }: Context,
  troveManager: Address,
  collateral: Address,
  bold: Address,
): Promise<LiquityBranch> {
  const of = { address: troveManager, abi: branchAbi } as const;
  const [troveNft, stabilityPool, operations, activePool] = await readOnce([
    { ...of, functionName: "troveNFT" },
    { ...of, functionName: "stabilityPool" },
    { ...of, functionName: "borrowerOperations" },
    { ...of, functionName: "activePool" },
  ]);
  const [minRatio, defaultPool] = await readOnce([
    { address: operations, abi: branchAbi, functionName: "MCR" },
    { address: activePool, abi: branchAbi, functionName: "defaultPoolAddress" },
  ]);
  return {
    collateral: toLower(collateral),
    bold: toLower(bold),
    troveManager: toLower(troveManager),
    troveNft: toLower(troveNft),
    stabilityPool: toLower(stabilityPool),
    vaults: [toLower(activePool), toLower(defaultPool)],
    minRatio,
  };
}
