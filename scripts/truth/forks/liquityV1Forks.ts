import type { Address } from "@portico/evm";
import { compileStandIn } from "./compileStandIn.ts";
import { contractAt, installContract } from "./forkContract.ts";
import { ADMIN, roleOf, type Fork, type ForkChain, type ForkScene } from "./forkScene.ts";
import { installPrisma } from "./prismaFork.ts";

const UNIT = 10n ** 18n;

/** Liquity itself, and a fork of Prisma with the first of its trove managers. */
export const liquityV1Forks: ForkScene = {
  family: "liquity-v1",
  accepts: ({ id, variant }) => id === "liquity" || variant === "prisma",
  reduce: (row) =>
    row.variant === "prisma" ? { ...row, addresses: { troveManager: roleOf(row, "troveManager") } } : row,
  install(on, row) {
    const troveManager = roleOf(row, "troveManager");
    return row.variant === "prisma" ? installPrisma(on, troveManager) : installLiquity(on, troveManager);
  },
};

/**
 * LiquityStandIn.sol: no package ships the bytecode. An owner has a trove of native coin, a deposit in the stability pool
 * that repaid a loan, and a stake with fees.
 */
async function installLiquity(on: ForkChain, troveManager: Address): Promise<Fork> {
  const [debtToken, governance] = on.tokens;
  const artifact = compileStandIn("LiquityStandIn");
  const manager = await installContract(on, troveManager, artifact, on.tokens);
  const find = async (functionName: string, name: string) =>
    contractAt(on, compileStandIn(name, "LiquityStandIn"), await manager.read(functionName));
  const [operations, feed, pool, staking] = await Promise.all([
    find("borrowerOperationsAddress", "LiquityOperationsStandIn"),
    find("priceFeed", "LiquityPriceStandIn"),
    find("stabilityPool", "LiquityStabilityStandIn"),
    find("lqtyStaking", "LiquityStakingStandIn"),
  ]);
  await feed.write(ADMIN, "setPrice", [2_000n * UNIT]);
  const fund = async (token: Address, owner: Address, spender: Address) => {
    await on.mint(token, owner, 900n * UNIT);
    await on.approve(token, owner, spender);
  };
  return {
    async use(owner) {
      await operations.write(owner, "openTrove", [700n * UNIT], 3n * UNIT);
      await fund(debtToken, owner, pool.address);
      await pool.write(owner, "provideToSP", [900n * UNIT, owner]);
      await pool.write(ADMIN, "offset", [100n * UNIT], UNIT / 20n);
      await fund(governance, owner, staking.address);
      await staking.write(owner, "stake", [900n * UNIT]);
      await on.mint(debtToken, staking.address, 5n * UNIT);
    },
    async readTruth(owner) {
      const [[debt, secured], deposit, coinGain, issued, stake, coinFees, fees] = await Promise.all([
        manager.read<[bigint, bigint]>("getEntireDebtAndColl", [owner]),
        pool.read<bigint>("getCompoundedLUSDDeposit", [owner]),
        pool.read<bigint>("getDepositorETHGain", [owner]),
        pool.read<bigint>("getDepositorLQTYGain", [owner]),
        staking.read<bigint>("stakes", [owner]),
        staking.read<bigint>("getPendingETHGain", [owner]),
        staking.read<bigint>("getPendingLUSDGain", [owner]),
      ]);
      return new Map<string, bigint>([
        ["eth", secured + coinGain + coinFees],
        [debtToken, deposit + fees - debt],
        [governance, stake + issued],
      ]);
    },
  };
}
