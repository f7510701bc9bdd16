import { erc20Abi } from "@portico/evm";
import type { Address } from "@portico/evm";
import { parseAbiItem } from "viem";
import type { ForkIdentity, OwnerContext, PoolContext } from "../../adapter.ts";
import { defineFamily } from "../../family.ts";
import type { PoolState } from "../../position.ts";
import { unlessUnread } from "../../reader.ts";
import { toLower } from "../../toLower.ts";
import { readBranches } from "./liquityV2Branches.ts";
import type { LiquityBranch, LiquityV2Contracts } from "./liquityV2Branches.ts";
import { poolAbi, readCollateral, readDeposit, readTroves } from "./liquityV2Reads.ts";

const depositOperation = parseAbiItem(
  "event DepositOperation(address indexed _depositor, uint8 _operation, uint256 _depositLossSinceLastOperation, int256 _topUpOrWithdrawal, uint256 _yieldGainSinceLastOperation, uint256 _yieldGainClaimed, uint256 _ethGainSinceLastOperation, uint256 _ethGainClaimed)",
);

/** Loans of a stablecoin, each an NFT of its collateral's branch, and the pools that repay those below their least ratio. */
export const liquityV2Family = defineFamily<LiquityV2Contracts>({
  name: "liquity-v2",
  roles: { collateralRegistry: "required" },
  perAddress: "collateralRegistry",
  toContracts: ({ collateralRegistry = [] }) => ({ registry: collateralRegistry[0]! }),

  signals: () => ({ events: [{ event: depositOperation, owners: ["_depositor"], emitters: "identified" }] }),

  /** The contracts that the registries name, which are cached: no read of a candidate. */
  async identifyForks({ contracts, readOnce }, candidates) {
    const branches = await Promise.all(
      contracts.map((one) => unlessUnread(readBranches({ contracts: one, readOnce }), [])),
    );
    const known = new Map(
      branches.flatMap((own, fork) =>
        own.flatMap(({ troveManager, troveNft, stabilityPool }): [Address, ForkIdentity][] => [
          [troveNft, { fork, identity: "nft" }],
          [stabilityPool, { fork, identity: "place" }],
          [troveManager, { fork, identity: "place" }],
        ]),
      ),
    );
    return new Map(
      candidates.flatMap((address): [Address, ForkIdentity][] => {
        const identity = known.get(toLower(address));
        return identity === undefined ? [] : [[address, identity]];
      }),
    );
  },

  async listPositions(context: OwnerContext<LiquityV2Contracts>) {
    const branches = await readBranches(context);
    const found = await Promise.all(
      branches.flatMap((branch) => [readTroves(context, branch), readDeposit(context, branch)]),
    );
    return found.flat();
  },

  async listPools(context: PoolContext<LiquityV2Contracts>) {
    if (context.isContinued === true) return [];
    const branches = await readBranches(context);
    const found = await Promise.all(branches.map((branch) => listBranchPools(context, branch)));
    return found.flat();
  },

  readShares: ({ read }, { controller: address }, owners) =>
    read(
      owners.map(
        (owner) => ({ address, abi: poolAbi, functionName: "getCompoundedBoldDeposit", args: [owner] }) as const,
      ),
    ),

  async check(context) {
    const branches = await unlessUnread(readBranches(context), []);
    return branches.length === 0 ? "collateralRegistry names no branch that responds" : undefined;
  },
});

/** Its troves' collateral, whose owners only the NFTs name, and its stability pool. */
async function listBranchPools(context: PoolContext<LiquityV2Contracts>, branch: LiquityBranch): Promise<PoolState[]> {
  const { bold, collateral, stabilityPool, troveManager, troveNft, vaults } = branch;
  const [{ promised, held }, [deposits, real]] = await Promise.all([
    readCollateral(context, branch),
    context.read([
      { address: stabilityPool, abi: poolAbi, functionName: "getTotalBoldDeposits" },
      { address: bold, abi: erc20Abi, functionName: "balanceOf", args: [stabilityPool] },
    ]),
  ]);
  return [
    {
      pool: { controller: troveManager },
      name: "Lending",
      contracts: [troveManager, troveNft, ...vaults],
      supplies: [{ token: collateral, rawAmount: promised < held ? promised : held }],
      rawShares: promised,
    },
    {
      pool: { controller: stabilityPool },
      name: "Yield",
      contracts: [stabilityPool],
      supplies: [{ token: bold, rawAmount: deposits < real ? deposits : real }],
      rawShares: deposits,
      depositors: { by: "interaction", contract: stabilityPool },
    },
  ];
}
