import type { Address } from "@portico/evm";
import { compileStandIn } from "./compileStandIn.ts";
import { deployContract, installContract } from "./forkContract.ts";
import { ADMIN, roleOf, type ForkScene } from "./forkScene.ts";
import { simulateCalls } from "./simulateCalls.ts";

const UNIT = 10n ** 18n;

/** FraxlendPairStandIn.sol: no package ships the bytecode. An owner lends, and borrows the same asset from the pair. */
export const fraxlendForks: ForkScene = {
  family: "fraxlend",
  async install(on, row) {
    const [asset, collateral] = on.tokens;
    const pair = await deployContract(on, compileStandIn("FraxlendPairStandIn"), on.tokens);
    const artifact = compileStandIn("FraxlendRegistryStandIn", "FraxlendPairStandIn");
    const registry = await installContract(on, roleOf(row, "registry"), artifact);
    await registry.write(ADMIN, "add", [pair.address]);
    const lend = async (owner: Address) => {
      await on.mint(asset, pair.address, 50n * UNIT);
      await pair.write(owner, "deposit", [50n * UNIT]);
    };
    await lend(ADMIN);
    return {
      async use(owner) {
        await lend(owner);
        await on.mint(collateral, pair.address, 2n * UNIT);
        await pair.write(owner, "addCollateral", [2n * UNIT, owner]);
        await pair.write(owner, "borrowAsset", [30n * UNIT]);
      },
      async readTruth(owner) {
        const [shares, debtShares, secured] = await Promise.all(
          ["balanceOf", "userBorrowShares", "userCollateralBalance"].map((name) => pair.read<bigint>(name, [owner])),
        );
        const [, lent, owed] = (await simulateCalls(on, [
          [pair, "addInterest", [false]],
          [pair, "toAssetAmount", [shares]],
          [pair, "toBorrowAmount", [debtShares]],
        ])) as [unknown, bigint, bigint];
        return new Map([
          [asset, lent - owed],
          [collateral, secured!],
        ]);
      },
    };
  },
};
