import type { Address } from "@portico/evm";
import { getCreationCode } from "@portico/devnet";
import { compileStandIn } from "./compileStandIn.ts";
import { ADMIN, roleOf, type ForkScene } from "./forkScene.ts";

const FILE = "LiquidityBookStandIn";
const UNIT = 10n ** 18n;
const SHARES = 10n ** 20n;
const IDS = [8_388_607n, 8_388_608n, 8_388_609n];

/** A stand-in of the same views and shares of bins; each bin pays its part of its reserves. */
export const liquidityBookForks: ForkScene = {
  family: "trader-joe-lb",
  async install({ chain, client, tokens, mint, approve }, row) {
    const factory = roleOf(row, "factory");
    const artifact = compileStandIn(FILE);
    const { abi } = compileStandIn("LbPairStandIn", FILE);
    await chain.install(factory, getCreationCode(artifact), ADMIN);
    await chain.write(ADMIN, { to: factory, abi: artifact.abi, functionName: "create", args: [...tokens, 20, false] });
    const first = { address: factory, abi: artifact.abi, functionName: "getLBPairAtIndex", args: [0n] };
    const pair = String(await client.readContract(first)).toLowerCase() as Address;
    const view = async (functionName: string, args: readonly unknown[]) =>
      client.readContract({ address: pair, abi, functionName, args });
    return {
      async use(owner) {
        for (const token of tokens) {
          await mint(token, owner, 21n * UNIT);
          await approve(token, owner, pair);
        }
        await chain.write(owner, { to: pair, abi, functionName: "deposit", args: [IDS, 2n * UNIT, 7n * UNIT, SHARES] });
      },
      async readTruth(owner) {
        const sums = [0n, 0n];
        for (const id of IDS) {
          const [bin, share, supply] = [
            (await view("getBin", [Number(id)])) as readonly [bigint, bigint],
            (await view("balanceOf", [owner, id])) as bigint,
            (await view("totalSupply", [id])) as bigint,
          ];
          if (supply > 0n) for (const [side, reserve] of bin.entries()) sums[side]! += (reserve * share) / supply;
        }
        return new Map(tokens.map((token, side) => [token, sums[side]!]));
      },
    };
  },
};
