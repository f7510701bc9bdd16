import { getCreationCode } from "@portico/devnet";
import { ADMIN, roleOf, type ForkScene } from "./forkScene.ts";
import { readNftPayouts } from "./nftPayout.ts";
import { createUniswapV3Pool, uniswapV3Factory } from "./uniswapV3Pool.ts";

/** @uniswap/v3-core and v3-periphery: an NFT is worth what its manager would pay. No table lists the manager. */
export const uniswapV3Forks: ForkScene = {
  family: "uniswap-v3",
  async install(on, row) {
    const factory = roleOf(row, "factory");
    await on.chain.install(factory, getCreationCode(uniswapV3Factory), ADMIN);
    const { manager, mintNft, swap } = await createUniswapV3Pool(on, factory);
    return {
      async use(owner) {
        await mintNft(owner);
        await swap();
      },
      async readTruth(owner) {
        const paid = await readNftPayouts(on, manager, owner);
        return new Map(on.tokens.map((token, side) => [token, paid[side]!]));
      },
    };
  },
};
