import type { Address } from "@portico/evm";
import { compileStandIn } from "./compileStandIn.ts";
import { deployContract, installContract } from "./forkContract.ts";
import { ADMIN, roleOf, type ForkScene } from "./forkScene.ts";
import { toVaultFork } from "./vaultFork.ts";

/** Morpho's on Ethereum and Base: vaults that it made may have their assets elsewhere. */
const TRUSTED: Address = "0xa9c3d3a366466fa809d1ae982fb2c46e5fc41101";

/** InvestingVault.sol, made by a factory as its view reports. */
const createVaultScene = (family: string, factory: string): Omit<ForkScene, "accepts"> => ({
  family,
  reduce(row) {
    const [vaultFactory = []] = [row.addresses["vaultFactory"] ?? []].flat();
    return { ...row, addresses: { vaultFactory } };
  },
  async install(on, row) {
    const at = roleOf(row, "vaultFactory");
    const maker = await installContract(on, at, compileStandIn(factory, "VaultFactory"));
    const vault = await deployContract(on, compileStandIn("InvestingVault"), [on.tokens[0], 0n]);
    await maker.write(ADMIN, "add", [vault.address]);
    return toVaultFork(on, vault, at === TRUSTED);
  },
});

export const morphoVaultFactoriesForks: ForkScene = {
  ...createVaultScene("morpho-vault-factories", "VaultFactory"),
  accepts: ({ id, addresses }) => id === "celomorphoblue" || addresses["vaultFactory"] === TRUSTED,
};

export const siloVaultFactoriesForks: ForkScene = createVaultScene("silo-vault-factories", "SiloVaultFactory");
