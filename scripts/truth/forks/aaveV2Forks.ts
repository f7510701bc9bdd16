import type { Address } from "@portico/evm";
import { compileStandIn } from "./compileStandIn.ts";
import { deployContract, installContract } from "./forkContract.ts";
import { ADMIN, roleOf, type ForkScene } from "./forkScene.ts";

const UNIT = 10n ** 18n;

/**
 * AaveV2StandIn, which all contracts of a row lead to; real pools are compared in aave2.long.test.ts. An owner supplies, and
 * borrows at both kinds of rates.
 */
export const aaveV2Forks: ForkScene = {
  family: "aave-v2",
  accepts: ({ id, addresses }) => id === "aavearc" || addresses["pool"] !== undefined,
  async install(on, row) {
    const { tokens, mint, balanceOf } = on;
    const { pool: at, ...others } = row.addresses;
    const artifact = compileStandIn("AaveV2StandIn", "AaveStandIn");
    const pool = await (at === undefined
      ? deployContract(on, artifact, [tokens])
      : installContract(on, roleOf(row, "pool"), artifact, [tokens]));
    const registry = compileStandIn("AaveV2RegistryStandIn", "AaveStandIn");
    for (const other of Object.values(others).flat()) await installContract(on, other, registry, [pool.address]);
    const reserves = await Promise.all(
      tokens.map((token) =>
        pool.read<Record<"aToken" | "stableDebt" | "variableDebt", Address>>("getReserveData", [token]),
      ),
    );
    const supply = async (owner: Address, units: bigint) => {
      for (const [side, token] of tokens.entries()) {
        await mint(token, reserves[side]!.aToken, units * UNIT);
        await pool.write(owner, "supply", [token, units * UNIT]);
      }
    };
    await supply(ADMIN, 100n);
    return {
      async use(owner) {
        await supply(owner, 5n);
        await pool.write(owner, "borrow", [tokens[0], 2n * UNIT]);
        await pool.write(owner, "borrowStable", [tokens[1], 3n * UNIT]);
      },
      async readTruth(owner) {
        const rows = await Promise.all(
          reserves.map(async ({ aToken, stableDebt, variableDebt }, side) => {
            const held = await Promise.all([aToken, stableDebt, variableDebt].map((token) => balanceOf(token, owner)));
            return [tokens[side]!, held[0]! - held[1]! - held[2]!] as const;
          }),
        );
        return new Map(rows);
      },
    };
  },
};
