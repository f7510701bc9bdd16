import { ZERO_ADDRESS, type Address } from "@portico/evm";
import { getCreationCode, loadArtifact } from "@portico/devnet";
import { decodeFunctionResult, encodeFunctionData } from "viem";
import { ADMIN, roleOf, type ForkChain, type ForkScene } from "./forkScene.ts";

const load = (packageName: string, name: string) =>
  loadArtifact(`@uniswap/${packageName}`, `artifacts/contracts/${name}.sol/${name}.json`);
const factoryArtifact = load("v3-core", "UniswapV3Factory");
const managerArtifact = load("v3-periphery", "NonfungiblePositionManager");
const UNIT = 10n ** 18n;
const FEE = 3000;
const MAX_UINT128 = 2n ** 128n - 1n;
const DEADLINE = 99_999_999_999n;

/** @uniswap/v3-core and v3-periphery: an NFT is worth what its manager would pay. No table lists the manager. */
export const uniswapV3Forks: ForkScene = {
  family: "uniswap-v3",
  async install(on, row) {
    const { chain, client, tokens, mint, approve } = on;
    const factory = roleOf(row, "factory");
    await chain.install(factory, getCreationCode(factoryArtifact), ADMIN);
    const manager = await chain.deploy(managerArtifact, [factory, ZERO_ADDRESS, ZERO_ADDRESS], ADMIN);
    const call = { to: manager, abi: managerArtifact.abi };
    const opening = { ...call, functionName: "createAndInitializePoolIfNecessary" };
    await chain.write(ADMIN, { ...opening, args: [...tokens, FEE, 2n ** 96n] });
    return {
      async use(owner) {
        for (const token of tokens) {
          await mint(token, owner, 7n * UNIT);
          await approve(token, owner, manager);
        }
        const range = { token0: tokens[0], token1: tokens[1], fee: FEE, tickLower: -600, tickUpper: 1200 };
        const amounts = { amount0Desired: 7n * UNIT, amount1Desired: 7n * UNIT, amount0Min: 0n, amount1Min: 0n };
        const order = { ...range, ...amounts, recipient: owner, deadline: DEADLINE };
        await chain.write(owner, { ...call, functionName: "mint", args: [order] });
      },
      async readTruth(owner) {
        const view = async (functionName: string, args: readonly unknown[]) =>
          client.readContract({ address: manager, abi: managerArtifact.abi, functionName, args });
        const sums = [0n, 0n];
        const count = Number(await view("balanceOf", [owner]));
        for (let index = 0; index < count; index++) {
          const tokenId = (await view("tokenOfOwnerByIndex", [owner, BigInt(index)])) as bigint;
          const paid = await readPayout(on, { manager, owner, tokenId });
          for (const [side, amount] of paid.entries()) sums[side]! += amount;
        }
        return new Map(tokens.map((token, side) => [token, sums[side]!]));
      },
    };
  },
};

interface Nft {
  manager: Address;
  owner: Address;
  tokenId: bigint;
}

/** Of both tokens: the liquidity, and the fees. */
async function readPayout({ chain, client }: ForkChain, { manager, owner, tokenId }: Nft): Promise<bigint[]> {
  const { abi } = managerArtifact;
  const words = await client.readContract({ address: manager, abi, functionName: "positions", args: [tokenId] });
  const liquidity = (words as readonly bigint[])[7]!;
  const run = async (functionName: string, order: object): Promise<readonly [bigint, bigint]> => {
    const data = encodeFunctionData({ abi, functionName, args: [order] });
    const result = await chain.rpc.call("eth_call", [{ from: owner, to: manager, data }, "latest"]);
    return decodeFunctionResult({ abi, functionName, data: result }) as readonly [bigint, bigint];
  };
  const take = { tokenId, liquidity, amount0Min: 0n, amount1Min: 0n, deadline: DEADLINE };
  const all = { tokenId, recipient: owner, amount0Max: MAX_UINT128, amount1Max: MAX_UINT128 };
  const [principal, fees] = await Promise.all([run("decreaseLiquidity", take), run("collect", all)]);
  return principal.map((amount, side) => amount + fees[side]!);
}
