import { getCreationCode } from "@portico/devnet";
import type { Address } from "@portico/evm";
import { compileStandIn } from "./compileStandIn.ts";
import { ADMIN, roleOf, type ForkScene } from "./forkScene.ts";

const UNIT = 10n ** 18n;

/** AaveStandIn.sol; real pools are compared in packages/protocols/src/aave3/aave3.test.ts. An owner supplies and borrows. */
export const aaveV3Forks: ForkScene = {
  family: "aave-v3",
  async install({ chain, client, tokens, mint, balanceOf }, row) {
    const artifact = compileStandIn("AaveStandIn");
    const { abi } = artifact;
    const pool = roleOf(row, "dataProvider");
    await chain.install(pool, getCreationCode(artifact, [tokens]));
    const reserves = await Promise.all(
      tokens.map(async (token) => {
        const call = { address: pool, abi, functionName: "getReserveData", args: [token] };
        const { aToken, variableDebt } = (await client.readContract(call)) as Record<
          "aToken" | "variableDebt",
          Address
        >;
        return { token, aToken, debt: variableDebt };
      }),
    );
    const supply = async (owner: Address, units: bigint) => {
      for (const { token, aToken } of reserves) {
        await mint(token, aToken, units * UNIT);
        await chain.write(owner, { to: pool, abi, functionName: "supply", args: [token, units * UNIT] });
      }
    };
    await supply(ADMIN, 100n);
    return {
      async use(owner) {
        await supply(owner, 5n);
        await chain.write(owner, { to: pool, abi, functionName: "borrow", args: [tokens[0], 2n * UNIT] });
      },
      async readTruth(owner) {
        const rows = await Promise.all(
          reserves.map(async ({ token, aToken, debt }) => {
            const [supplied, owed] = [await balanceOf(aToken, owner), await balanceOf(debt, owner)];
            return [token, supplied - owed] as const;
          }),
        );
        return new Map(rows);
      },
    };
  },
};
