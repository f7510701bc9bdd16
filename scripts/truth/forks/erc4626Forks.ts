import { compileStandIn } from "./compileStandIn.ts";
import { installContract } from "./forkContract.ts";
import { roleOf, type ForkScene } from "./forkScene.ts";
import { toVaultFork } from "./vaultFork.ts";

/** OpenZeppelin's ERC-4626 in InvestingVault.sol, without its fee and investments. */
export const erc4626Forks: ForkScene = {
  family: "erc4626",
  async install(on, row) {
    const artifact = compileStandIn("InvestingVault");
    return toVaultFork(on, await installContract(on, roleOf(row, "vault"), artifact, [on.tokens[0], 0n]));
  },
};
