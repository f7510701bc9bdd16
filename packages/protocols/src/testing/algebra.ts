import { ZERO_ADDRESS } from "@portico/evm";
import type { Address } from "@portico/evm";
import { loadArtifact } from "@portico/devnet";
import type { Artifact } from "@portico/devnet";
import { getContractAddress } from "viem";
import { toSqrtPriceX96 } from "../families/sqrtPrice.ts";
import type { Lab } from "./lab.ts";
import { anyTokenAbi, deployContract } from "./testContract.ts";
import type { TestContract } from "./testContract.ts";
import { simulate } from "./uniswapV3.ts";

const DEADLINE = 99_999_999_999n;
const from = import.meta.url;
const load = (packageName: string, name: string): Artifact =>
  loadArtifact(`@cryptoalgebra/${packageName}`, `artifacts/contracts/${name}.sol/${name}.json`, {}, from);

export interface AlgebraLab {
  factory: TestContract;
  manager: TestContract;
  pool: Address;
  /** @returns the id of the NFT. */
  mint(owner: Address, range: readonly [number, number], rawAmount: bigint): Promise<bigint>;
  swap(owner: Address, side: 0 | 1, rawAmount: bigint): Promise<void>;
}

interface Setup {
  /** Algebra 2, or Integral, whose pools may be of a deployer. */
  core: "core" | "integral-core";
  tokens: readonly [Address, Address];
  minter: Address;
}

/** An exchange on Algebra's contracts, with one pool at the price 1. */
export async function deployAlgebra(lab: Lab, { core, tokens, minter }: Setup): Promise<AlgebraLab> {
  const isIntegral = core === "integral-core";
  const periphery = isIntegral ? "integral-periphery" : "periphery";
  const nonce = BigInt(await lab.rpc.call("eth_getTransactionCount", [minter, "latest"]));
  const deployer = getContractAddress({ from: minter, nonce: nonce + 1n });
  const factory = await deployContract(lab, load(core, "AlgebraFactory"), [deployer], minter);
  const more = isIntegral ? [] : [await factory.view<Address>("communityVault")];
  await lab.deploy(load(core, "AlgebraPoolDeployer"), [factory.address, ...more], minter);
  const positions = load(periphery, "NonfungiblePositionManager");
  const manager = await deployContract(lab, positions, [factory.address, ZERO_ADDRESS, ZERO_ADDRESS, deployer], minter);
  const router = await deployContract(
    lab,
    load(periphery, "SwapRouter"),
    [factory.address, ZERO_ADDRESS, deployer],
    minter,
  );
  const opening = isIntegral ? [...tokens, ZERO_ADDRESS, toSqrtPriceX96(0), "0x"] : [...tokens, toSqrtPriceX96(0)];
  await manager.write(minter, "createAndInitializePoolIfNecessary", opening);
  const pool = (await factory.view<Address>("poolByPair", tokens)).toLowerCase() as Address;
  return {
    factory,
    manager,
    pool,
    async mint(owner, [tickLower, tickUpper], rawAmount) {
      await approve(lab, tokens, owner, manager.address);
      const amounts = { amount0Desired: rawAmount, amount1Desired: rawAmount, amount0Min: 0n, amount1Min: 0n };
      const pair = { token0: tokens[0], token1: tokens[1], deployer: ZERO_ADDRESS };
      const order = { ...pair, tickLower, tickUpper, ...amounts, recipient: owner, deadline: DEADLINE };
      const call = { to: manager.address, abi: manager.abi, functionName: "mint", args: [order] };
      const [tokenId] = await simulate<readonly [bigint]>(lab, owner, call);
      await lab.write(owner, call);
      return tokenId;
    },
    async swap(owner, side, rawAmount) {
      await approve(lab, tokens, owner, router.address);
      const path = { tokenIn: tokens[side], tokenOut: tokens[1 - side], deployer: ZERO_ADDRESS, recipient: owner };
      const order = { ...path, deadline: DEADLINE, amountIn: rawAmount, amountOutMinimum: 0n, limitSqrtPrice: 0n };
      await router.write(owner, "exactInputSingle", [order]);
    },
  };
}

async function approve(lab: Lab, tokens: readonly Address[], owner: Address, spender: Address): Promise<void> {
  for (const to of tokens)
    await lab.write(owner, { to, abi: anyTokenAbi, functionName: "approve", args: [spender, 10n ** 40n] });
}
