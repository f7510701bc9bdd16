import { ZERO_ADDRESS } from "@portico/evm";
import { getCreationCode, loadArtifact } from "@portico/devnet";
import { deployContract } from "./forkContract.ts";
import { ADMIN, roleOf, type ForkScene } from "./forkScene.ts";
import { DEADLINE, readNftPayouts } from "./nftPayout.ts";

const from = import.meta.resolve("@portico/protocols/package.json");
const load = (packageName: string, name: string) =>
  loadArtifact(`@cryptoalgebra/${packageName}`, `artifacts/contracts/${name}.sol/${name}.json`, {}, from);
const UNIT = 10n ** 18n;

/** @cryptoalgebra/integral-core and integral-periphery: an NFT is worth what its manager would pay, with its fees. */
export const algebraForks: ForkScene = {
  family: "algebra",
  async install(on, row) {
    const { chain, tokens, mint, approve } = on;
    const factory = roleOf(row, "factory");
    const deployer = await deployContract(on, load("integral-core", "AlgebraPoolDeployer"), [factory]);
    const creation = getCreationCode(load("integral-core", "AlgebraFactory"), [deployer.address]);
    await chain.install(factory, creation, ADMIN);
    const deployPart = async (name: string, args: readonly unknown[]) =>
      await deployContract(on, load("integral-periphery", name), args);
    const manager = await deployPart("NonfungiblePositionManager", [
      factory,
      ZERO_ADDRESS,
      ZERO_ADDRESS,
      deployer.address,
    ]);
    const router = await deployPart("SwapRouter", [factory, ZERO_ADDRESS, deployer.address]);
    const opening = [...tokens, ZERO_ADDRESS, 2n ** 96n, "0x"];
    await manager.write(ADMIN, "createAndInitializePoolIfNecessary", opening);
    for (const token of tokens) await approve(token, ADMIN, router.address);
    return {
      async use(owner) {
        for (const token of tokens) {
          await mint(token, owner, 7n * UNIT);
          await approve(token, owner, manager.address);
        }
        const pair = { token0: tokens[0], token1: tokens[1], deployer: ZERO_ADDRESS, tickLower: -600, tickUpper: 1200 };
        const amounts = { amount0Desired: 7n * UNIT, amount1Desired: 7n * UNIT, amount0Min: 0n, amount1Min: 0n };
        await manager.write(owner, "mint", [{ ...pair, ...amounts, recipient: owner, deadline: DEADLINE }]);
        await mint(tokens[0], ADMIN, UNIT);
        const path = { tokenIn: tokens[0], tokenOut: tokens[1], deployer: ZERO_ADDRESS, recipient: ADMIN };
        const limits = { deadline: DEADLINE, amountIn: UNIT, amountOutMinimum: 0n, limitSqrtPrice: 0n };
        await router.write(ADMIN, "exactInputSingle", [{ ...path, ...limits }]);
      },
      async readTruth(owner) {
        const paid = await readNftPayouts(on, manager, owner);
        return new Map(tokens.map((token, side) => [token, paid[side]!]));
      },
    };
  },
};
