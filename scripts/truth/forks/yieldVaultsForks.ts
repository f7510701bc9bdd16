import { compileStandIn } from "./compileStandIn.ts";
import { deployContract, installContract } from "./forkContract.ts";
import { ADMIN, roleOf, type ForkScene } from "./forkScene.ts";

const UNIT = 10n ** 18n;

/** YieldVaultStandIn.sol, whose strategy stakes in a farm: withdrawing pays a share of all. */
export const yieldVaultsForks: ForkScene = {
  family: "yield-vaults",
  async install(on, row) {
    const [token] = on.tokens;
    const chef = await deployContract(on, compileStandIn("ChefStandIn"));
    await chef.write(ADMIN, "add", [token]);
    const artifact = compileStandIn("YieldVaultStandIn");
    const vault = await installContract(on, roleOf(row, "vault"), artifact, [token, chef.address, 0n]);
    return {
      async use(owner) {
        await on.mint(token, owner, 7n * UNIT);
        await on.approve(token, owner, vault.address);
        await vault.write(owner, "deposit", [7n * UNIT]);
        await on.mint(token, vault.address, UNIT); // yield
      },
      async readTruth(owner) {
        const [shares, price] = await Promise.all([
          vault.read<bigint>("balanceOf", [owner]),
          vault.read<bigint>("getPricePerFullShare"),
        ]);
        return new Map([[token, (shares * price) / UNIT]]);
      },
    };
  },
};
