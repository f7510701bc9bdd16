import { erc20Abi, type Address } from "@portico/evm";
import { getCreationCode } from "@portico/devnet";
import { parseAbi } from "viem";
import { compileVelodrome } from "./compileVelodrome.ts";
import { ADMIN, roleOf, type ForkScene } from "./forkScene.ts";

const factoryAbi = parseAbi([
  "function createPool(address tokenA, address tokenB, bool stable) returns (address)",
  "function getPool(address tokenA, address tokenB, bool stable) view returns (address)",
]);
const poolAbi = parseAbi(["function mint(address to) returns (uint256)"]);
const UNIT = 10n ** 18n;

/** Velodrome V2's pools, which have Solidly's interface: a share is worth its part of the pool's balances. */
export const solidlyForks: ForkScene = {
  family: "solidly",
  async install({ chain, client, tokens, mint, balanceOf }, row) {
    const factory = roleOf(row, "factory");
    const template = await chain.deploy(compileVelodrome("Pool"));
    await chain.install(factory, getCreationCode(compileVelodrome("factories/PoolFactory"), [template]));
    const of = { abi: factoryAbi, args: [...tokens, false] } as const;
    await chain.write(ADMIN, { to: factory, functionName: "createPool", ...of });
    const made = await client.readContract({ address: factory, functionName: "getPool", ...of });
    const pool = made.toLowerCase() as Address;
    return {
      async use(owner) {
        await mint(tokens[0], pool, 3n * UNIT);
        await mint(tokens[1], pool, 5n * UNIT);
        await chain.write(ADMIN, { to: pool, abi: poolAbi, functionName: "mint", args: [owner] });
      },
      async readTruth(owner) {
        const share = await balanceOf(pool, owner);
        const supply = await client.readContract({ address: pool, abi: erc20Abi, functionName: "totalSupply" });
        const held = await Promise.all(tokens.map((token) => balanceOf(token, pool)));
        return new Map(tokens.map((token, side) => [token, supply === 0n ? 0n : (held[side]! * share) / supply]));
      },
    };
  },
};
