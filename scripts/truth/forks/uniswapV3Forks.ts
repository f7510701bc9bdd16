import { ZERO_ADDRESS } from "@portico/evm";
import { getCreationCode, loadArtifact } from "@portico/devnet";
import { deployOn } from "./contractOn.ts";
import { ADMIN, roleOf, type ForkScene } from "./forkScene.ts";
import { DEADLINE, readNftPayouts } from "./nftPayout.ts";

const load = (packageName: string, name: string) =>
  loadArtifact(`@uniswap/${packageName}`, `artifacts/contracts/${name}.sol/${name}.json`);
const factoryArtifact = load("v3-core", "UniswapV3Factory");
const managerArtifact = load("v3-periphery", "NonfungiblePositionManager");
const UNIT = 10n ** 18n;
const FEE = 3000;

/** @uniswap/v3-core and v3-periphery: an NFT is worth what its manager would pay. No table lists the manager. */
export const uniswapV3Forks: ForkScene = {
  family: "uniswap-v3",
  async install(on, row) {
    const { chain, client, tokens, mint, approve } = on;
    const factory = roleOf(row, "factory");
    await chain.install(factory, getCreationCode(factoryArtifact), ADMIN);
    const manager = await deployOn(on, managerArtifact, [factory, ZERO_ADDRESS, ZERO_ADDRESS]);
    await manager.write(ADMIN, "createAndInitializePoolIfNecessary", [...tokens, FEE, 2n ** 96n]);
    return {
      async use(owner) {
        for (const token of tokens) {
          await mint(token, owner, 7n * UNIT);
          await approve(token, owner, manager.address);
        }
        const range = { token0: tokens[0], token1: tokens[1], fee: FEE, tickLower: -600, tickUpper: 1200 };
        const amounts = { amount0Desired: 7n * UNIT, amount1Desired: 7n * UNIT, amount0Min: 0n, amount1Min: 0n };
        const order = { ...range, ...amounts, recipient: owner, deadline: DEADLINE };
        await manager.write(owner, "mint", [order]);
      },
      async readTruth(owner) {
        const paid = await readNftPayouts(on, manager, owner);
        return new Map(tokens.map((token, side) => [token, paid[side]!]));
      },
    };
  },
};
