import { ZERO_ADDRESS, type Address } from "@portico/evm";
import { compileStandIn } from "./compileStandIn.ts";
import { contractAt, installContract, type ForkContract } from "./forkContract.ts";
import { ADMIN, roleOf, type ForkScene } from "./forkScene.ts";

const UNIT = 10n ** 18n;
/** Kinds of shares. */
const [PROTECTED, COLLATERAL, DEBT] = [0, 1, 2] as const;

/** SiloStandIn.sol: no package ships the bytecode. An owner's deposits of both kinds secure a debt. */
export const siloForks: ForkScene = {
  family: "silo",
  reduce: (row) => ({ ...row, addresses: { factory: roleOf(row, "factory") } }),
  async install(on, row) {
    const part = (name: string, at: Address) => contractAt(on, compileStandIn(name, "SiloStandIn"), at);
    const factory = await installContract(on, roleOf(row, "factory"), compileStandIn("SiloStandIn"));
    const assets = [on.tokens, [ZERO_ADDRESS, ZERO_ADDRESS]];
    const market = part("SiloConfigStandIn", await factory.read("createMarket", assets));
    await factory.write(ADMIN, "createMarket", assets);
    const list = await market.read<Address[]>("getSilos");
    const [secured, lent] = list.map((at) => part("SiloMarketStandIn", at)) as [ForkContract, ForkContract];
    const deposit = async (owner: Address, silo: ForkContract, units: bigint, kind: number) => {
      const token = on.tokens[silo === secured ? 0 : 1];
      await on.mint(token, owner, units * UNIT);
      await on.approve(token, owner, silo.address);
      await silo.write(owner, "deposit", [units * UNIT, owner, kind]);
    };
    await deposit(ADMIN, lent, 100n, COLLATERAL);
    const worth = async (silo: ForkContract, owner: Address, kind: number) => {
      const shares = await on.balanceOf(await silo.read("shares", [kind]), owner);
      return silo.read<bigint>(kind === DEBT ? "convertToAssets" : "previewRedeem", [shares, kind]);
    };
    return {
      async use(owner) {
        await deposit(owner, secured, 6n, COLLATERAL);
        await deposit(owner, secured, 2n, PROTECTED);
        await lent.write(owner, "borrow", [3n * UNIT, owner, owner, secured.address]);
      },
      async readTruth(owner) {
        const [collateral, isProtected, debt] = await Promise.all([
          worth(secured, owner, COLLATERAL),
          worth(secured, owner, PROTECTED),
          worth(lent, owner, DEBT),
        ]);
        return new Map([
          [on.tokens[0], collateral + isProtected],
          [on.tokens[1], -debt],
        ]);
      },
    };
  },
};
