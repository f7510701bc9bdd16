import type { Address } from "@portico/evm";
import { getCreationCode } from "@portico/devnet";
import { compileStandIn } from "./compileStandIn.ts";
import { contractAt, deployContract } from "./forkContract.ts";
import { ADMIN, roleOf, type ForkScene } from "./forkScene.ts";
import { listNfts, readNftPayout } from "./nftPayout.ts";
import { sumByToken } from "./sumByToken.ts";
import { createUniswapV3Pool, uniswapV3Factory } from "./uniswapV3Pool.ts";

/** InfinityStandIn.sol over a pool of Uniswap V3: an NFT is worth what the administrator's NFT there would pay. */
export const uniswapV4Forks: ForkScene = {
  family: "uniswap-v4",
  async install(on, row) {
    const { chain, tokens } = on;
    const factory = await deployContract(on, uniswapV3Factory);
    const source = await createUniswapV3Pool(on, factory.address);
    const artifact = compileStandIn("InfinityStandIn");
    const poolManager = contractAt(on, artifact, roleOf(row, "poolManager"));
    const creation = getCreationCode(artifact, [source.pool, source.manager.address]);
    await chain.install(poolManager.address, creation, ADMIN);
    const { abi } = compileStandIn("InfinityPositionsStandIn", "InfinityStandIn");
    const nfts = contractAt(on, { abi }, await poolManager.read<Address>("positions"));
    return {
      async use(owner) {
        await nfts.write(ADMIN, "give", [await source.mintNft(ADMIN), owner]);
        await source.swap();
      },
      async readTruth(owner) {
        const amounts: [Address, bigint][] = [];
        for (const tokenId of await listNfts(source.manager, ADMIN)) {
          const holder = await nfts.read<Address>("ownerOf", [tokenId]);
          if (holder.toLowerCase() !== owner) continue;
          const { principal, fees } = await readNftPayout(on, source.manager, { owner: ADMIN, tokenId });
          for (const [side, token] of tokens.entries()) amounts.push([token, principal[side]! + fees[side]!]);
        }
        return sumByToken(amounts);
      },
    };
  },
};
