import { compileStandIn } from "./compileStandIn.ts";
import { deployContract, installContract } from "./forkContract.ts";
import { ADMIN, roleOf, type ForkScene } from "./forkScene.ts";
import { toVaultFork } from "./vaultFork.ts";

/** InvestingVault.sol: one is owned by a curator's account, and one is listed. */
export const vaultCuratorsForks: ForkScene = {
  family: "vault-curators",
  accepts: ({ id, addresses }) => id === "alphaping" || Object.keys(addresses).join() === "vault",
  async install(on, row) {
    const [artifact, terms] = [compileStandIn("InvestingVault"), [on.tokens[0], 0n]];
    if (row.addresses["vault"] !== undefined)
      return toVaultFork(on, await installContract(on, roleOf(row, "vault"), artifact, terms));
    const vault = await deployContract(on, artifact, terms);
    await vault.write(ADMIN, "setOwner", Object.values(row.addresses).flat().slice(0, 1));
    return toVaultFork(on, vault);
  },
};
