import type { Address } from "@portico/evm";
import { compileStandIn } from "./compileStandIn.ts";
import { contractAt, deployContract, installContract } from "./forkContract.ts";
import { ADMIN, type Fork, type ForkChain } from "./forkScene.ts";

const UNIT = 10n ** 18n;

/** PrismaStandIn.sol: no package ships the bytecode. An owner has a trove, and a deposit that earns the collateral. */
export async function installPrisma(on: ForkChain, troveManager: Address): Promise<Fork> {
  const [debtToken, collateral] = on.tokens;
  const part = (name: string) => compileStandIn(name, "PrismaStandIn");
  const liquidator = await deployContract(on, part("PrismaLiquidatorStandIn"), [debtToken, [collateral]]);
  const pool = contractAt(on, part("PrismaStabilityStandIn"), await liquidator.read("stabilityPool"));
  const terms = [collateral, debtToken, liquidator.address];
  const manager = await installContract(on, troveManager, part("PrismaStandIn"), terms);
  await manager.write(ADMIN, "setPrice", [2_000n * UNIT]);
  const fund = async (token: Address, owner: Address, spender: Address) => {
    await on.mint(token, owner, 600n * UNIT);
    await on.approve(token, owner, spender);
  };
  return {
    async use(owner) {
      await fund(collateral, owner, manager.address);
      await manager.write(owner, "openTrove", [600n * UNIT, 400n * UNIT]);
      await fund(debtToken, owner, pool.address);
      await pool.write(owner, "provideToSP", [600n * UNIT]);
      await fund(collateral, ADMIN, pool.address);
      await pool.write(ADMIN, "earn", [0n, 3n * UNIT]);
    },
    async readTruth(owner) {
      const [[debt, secured], deposit, gains] = await Promise.all([
        manager.read<[bigint, bigint]>("getEntireDebtAndColl", [owner]),
        pool.read<bigint>("getCompoundedDebtDeposit", [owner]),
        pool.read<bigint[]>("getDepositorCollateralGain", [owner]),
      ]);
      return new Map([
        [debtToken, deposit - debt],
        [collateral, secured + gains[0]!],
      ]);
    },
  };
}
