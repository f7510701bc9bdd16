import { ZERO_ADDRESS, type Address } from "@portico/evm";
import { loadArtifact } from "@portico/devnet";
import { contractAt, deployContract, type ForkContract } from "./forkContract.ts";
import { ADMIN, type ForkChain } from "./forkScene.ts";
import { DEADLINE, listNfts } from "./nftPayout.ts";

const load = (packageName: string, name: string) =>
  loadArtifact(`@uniswap/${packageName}`, `artifacts/contracts/${name}.sol/${name}.json`);
export const uniswapV3Factory = load("v3-core", "UniswapV3Factory");
const UNIT = 10n ** 18n;
const FEE = 3000;

interface UniswapV3Pool {
  /** Of NFTs. */
  readonly manager: ForkContract;
  readonly pool: Address;
  /** Gives an NFT, with new tokens. @returns its id. */
  readonly mintNft: (owner: Address) => Promise<bigint>;
  /** Pays fees to the liquidity, in turns in either token, so that the price stays in its range. */
  readonly swap: () => Promise<void>;
}

/** A pool at the price 1 with a manager of @uniswap/v3-periphery. @param at - A factory. */
export async function createUniswapV3Pool(on: ForkChain, at: Address): Promise<UniswapV3Pool> {
  const { tokens, mint, approve } = on;
  const manager = await deployContract(on, load("v3-periphery", "NonfungiblePositionManager"), [
    at,
    ZERO_ADDRESS,
    ZERO_ADDRESS,
  ]);
  const router = await deployContract(on, load("v3-periphery", "SwapRouter"), [at, ZERO_ADDRESS]);
  for (const token of tokens) for (const { address } of [manager, router]) await approve(token, ADMIN, address);
  await manager.write(ADMIN, "createAndInitializePoolIfNecessary", [...tokens, FEE, 2n ** 96n]);
  const factory = contractAt(on, uniswapV3Factory, at);
  let [tokenIn, tokenOut] = tokens;
  return {
    manager,
    pool: await factory.read<Address>("getPool", [...tokens, FEE]),
    async mintNft(owner) {
      for (const token of tokens) {
        await mint(token, owner, 7n * UNIT);
        if (owner !== ADMIN) await approve(token, owner, manager.address);
      }
      const range = { token0: tokens[0], token1: tokens[1], fee: FEE, tickLower: -600, tickUpper: 1200 };
      const amounts = { amount0Desired: 7n * UNIT, amount1Desired: 7n * UNIT, amount0Min: 0n, amount1Min: 0n };
      await manager.write(owner, "mint", [{ ...range, ...amounts, recipient: owner, deadline: DEADLINE }]);
      return (await listNfts(manager, owner)).at(-1)!;
    },
    async swap() {
      await mint(tokenIn, ADMIN, UNIT);
      const path = { tokenIn, tokenOut, fee: FEE, recipient: ADMIN, deadline: DEADLINE };
      const limits = { amountIn: UNIT, amountOutMinimum: 0n, sqrtPriceLimitX96: 0n };
      await router.write(ADMIN, "exactInputSingle", [{ ...path, ...limits }]);
      [tokenIn, tokenOut] = [tokenOut, tokenIn];
    },
  };
}
