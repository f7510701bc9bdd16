import { erc20Abi, type Address } from "@portico/evm";
import { getCreationCode, loadArtifact } from "@portico/devnet";
import { parseAbi } from "viem";
import { ADMIN, roleOf, type ForkScene } from "./forkScene.ts";

const factoryArtifact = loadArtifact("@uniswap/v2-core", "build/UniswapV2Factory.json");
const pairAbi = parseAbi(["function mint(address to) returns (uint256)"]);
const UNIT = 10n ** 18n;

/** @uniswap/v2-core; a share is worth its part of the pair's balances: there is no protocol fee. */
export const uniswapV2Forks: ForkScene = {
  family: "uniswap-v2",
  async install({ chain, client, tokens, mint, balanceOf }, row) {
    const factory = roleOf(row, "factory");
    const { abi } = factoryArtifact;
    await chain.install(factory, getCreationCode(factoryArtifact, [ADMIN]));
    await chain.write(ADMIN, { to: factory, abi, functionName: "createPair", args: tokens });
    const made = await client.readContract({ address: factory, abi, functionName: "getPair", args: tokens });
    const pair = String(made).toLowerCase() as Address;
    return {
      async use(owner) {
        await mint(tokens[0], pair, 3n * UNIT);
        await mint(tokens[1], pair, 5n * UNIT);
        await chain.write(ADMIN, { to: pair, abi: pairAbi, functionName: "mint", args: [owner] });
      },
      async readTruth(owner) {
        const share = await balanceOf(pair, owner);
        const supply = await client.readContract({ address: pair, abi: erc20Abi, functionName: "totalSupply" });
        const held = await Promise.all(tokens.map((token) => balanceOf(token, pair)));
        return new Map(tokens.map((token, side) => [token, supply === 0n ? 0n : (held[side]! * share) / supply]));
      },
    };
  },
};
