import type { Address } from "@portico/evm";
import { getCreationCode } from "@portico/devnet";
import { compileStandIn } from "./compileStandIn.ts";
import { ADMIN, roleOf, type ForkScene } from "./forkScene.ts";

const UNIT = 10n ** 18n;

/**
 * Stand-ins: no package ships the bytecode. An owner gets a trove, and a deposit in the stability pool, from which the
 * debt is subtracted.
 */
export const liquityV2Forks: ForkScene = {
  family: "liquity-v2",
  async install({ chain, client, tokens: [bold, collateral], mint, approve }, row) {
    const [registry, manager, stability] = ["BoldStandIn", "BoldTroveManagerStandIn", "BoldStabilityStandIn"].map(
      (name) => compileStandIn(name, "BoldStandIn"),
    );
    const at = roleOf(row, "collateralRegistry");
    await chain.install(at, getCreationCode(registry!, [bold]));
    await chain.write(ADMIN, { to: at, abi: registry!.abi, functionName: "addBranch", args: [collateral] });
    const find = async (address: Address, abi: readonly unknown[], functionName: string, args: readonly unknown[]) => {
      const found = await client.readContract({ address, abi, functionName, args });
      return String(found).toLowerCase() as Address;
    };
    const troves = await find(at, registry!.abi, "getTroveManager", [0n]);
    const pool = await find(troves, manager!.abi, "stabilityPool", []);
    const owned = new Map<Address, bigint[]>();
    let last = 0n;
    return {
      async use(owner) {
        await mint(collateral, owner, 4n * UNIT);
        await mint(bold, owner, 900n * UNIT);
        await approve(collateral, owner, troves);
        await approve(bold, owner, pool);
        last += 1n;
        const args = [last, 4n * UNIT, 100n * UNIT, 0n];
        await chain.write(owner, { to: troves, abi: manager!.abi, functionName: "openTrove", args });
        await chain.write(owner, { to: pool, abi: stability!.abi, functionName: "provideToSP", args: [900n * UNIT] });
        owned.set(owner, [...(owned.get(owner) ?? []), last]);
      },
      async readTruth(owner) {
        const read = (address: Address, abi: readonly unknown[], functionName: string, args: readonly unknown[]) =>
          client.readContract({ address, abi, functionName, args });
        const data = await Promise.all(
          (owned.get(owner) ?? []).map((id) => read(troves, manager!.abi, "getLatestTroveData", [id])),
        );
        const [coll, debt] = (["entireColl", "entireDebt"] as const).map((part) =>
          data.reduce<bigint>((all, one) => all + (one as Record<typeof part, bigint>)[part], 0n),
        );
        const [deposit, gain] = (await Promise.all([
          read(pool, stability!.abi, "getCompoundedBoldDeposit", [owner]),
          read(pool, stability!.abi, "getDepositorYieldGainWithPending", [owner]),
        ])) as [bigint, bigint];
        return new Map([
          [collateral, coll!],
          [bold, deposit === 0n ? 0n : deposit + gain - debt!],
        ]);
      },
    };
  },
};
