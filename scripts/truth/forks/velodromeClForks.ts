import type { Address } from "@portico/evm";
import { getCreationCode } from "@portico/devnet";
import { compileStandIn } from "./compileStandIn.ts";
import { contractAt, deployContract, deployToken } from "./forkContract.ts";
import { ADMIN, roleOf, type ForkScene } from "./forkScene.ts";
import { listNfts, readNftPayout } from "./nftPayout.ts";
import { sumByToken } from "./sumByToken.ts";
import { createUniswapV3Pool, uniswapV3Factory } from "./uniswapV3Pool.ts";

const UNIT = 10n ** 18n;
const compile = (name: string) => compileStandIn(name, "SlipstreamStandIn");

/**
 * SlipstreamStandIn.sol over a pool of Uniswap V3, and a gauge: an NFT is worth what the administrator's NFT there would
 * pay, and a staked one its emissions in place of the fees.
 */
export const velodromeClForks: ForkScene = {
  family: "velodrome-cl",
  async install(on, row) {
    const { chain, tokens, mint } = on;
    const source = await createUniswapV3Pool(on, (await deployContract(on, uniswapV3Factory)).address);
    const artifact = compile("SlipstreamStandIn");
    const factory = contractAt(on, artifact, roleOf(row, "factory"));
    await chain.install(factory.address, getCreationCode(artifact, [source.pool, source.manager.address]), ADMIN);
    const pool = await factory.read<Address>("pool");
    const nfts = contractAt(on, compile("SlipstreamNftsStandIn"), await factory.read<Address>("nfts"));
    const reward = (await deployToken(on, "EMIT")).address;
    const gauge = await deployContract(on, compile("SlipstreamGaugeStandIn"), [pool, nfts.address, reward]);
    for (const token of tokens) await mint(token, pool, 1_000n * UNIT);
    await mint(reward, gauge.address, 1_000n * UNIT);
    return {
      async use(owner) {
        const [held, staked] = [await source.mintNft(ADMIN), await source.mintNft(ADMIN)];
        for (const tokenId of [held, staked]) await nfts.write(ADMIN, "give", [tokenId, owner]);
        await gauge.write(owner, "deposit", [staked]);
        await gauge.write(ADMIN, "owe", [owner, staked, 2n * UNIT, 3n * UNIT]);
        await source.swap();
      },
      async readTruth(owner) {
        const staked = await gauge.read<readonly bigint[]>("stakedValues", [owner]);
        const amounts: [Address, bigint][] = [];
        for (const tokenId of await listNfts(source.manager, ADMIN)) {
          const isStaked = staked.includes(tokenId);
          const holder = await nfts.read<Address>("ownerOf", [tokenId]);
          if (!isStaked && holder.toLowerCase() !== owner) continue;
          const { principal, fees } = await readNftPayout(on, source.manager, { owner: ADMIN, tokenId });
          for (const [side, token] of tokens.entries()) {
            amounts.push([token, principal[side]! + (isStaked ? 0n : fees[side]!)]);
          }
          const stored = await gauge.read<bigint>("rewards", [tokenId]);
          amounts.push([reward, stored + (await gauge.read<bigint>("earned", [owner, tokenId]))]);
        }
        return sumByToken(amounts);
      },
    };
  },
};
