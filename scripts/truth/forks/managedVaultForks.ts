import { erc20Abi, type Address } from "@portico/evm";
import { getCreationCode } from "@portico/devnet";
import { compileStandIn } from "./compileStandIn.ts";
import { contractAt, deployContract } from "./forkContract.ts";
import { ADMIN, roleOf, type ForkScene } from "./forkScene.ts";

const UNIT = 10n ** 18n;

/** ManagedVaultStandIn.sol in a list at the role's address: a share is its part of what the vault holds. */
const createScene = (family: string, role: string): ForkScene => ({
  family,
  reduce: (row) => ({ ...row, addresses: { [role]: [row.addresses[role]!].flat()[0]! } }),
  async install(on, row) {
    const { chain, client, tokens, mint, approve, balanceOf } = on;
    const artifact = compileStandIn("VaultListStandIn", "ManagedVaultStandIn");
    const list = contractAt(on, artifact, roleOf(row, role));
    await chain.install(list.address, getCreationCode(artifact));
    const vault = await deployContract(on, compileStandIn("ManagedVaultStandIn"), [list.address, ...tokens]);
    await list.write(ADMIN, "add", [vault.address]);
    const deposit = async (owner: Address) => {
      for (const token of tokens) {
        await mint(token, owner, 6n * UNIT);
        await approve(token, owner, vault.address);
      }
      await vault.write(owner, "deposit", [4n * UNIT, 6n * UNIT, UNIT, owner]);
    };
    await deposit(ADMIN);
    return {
      use: deposit,
      async readTruth(owner) {
        const supply = await client.readContract({
          address: vault.address,
          abi: erc20Abi,
          functionName: "totalSupply",
        });
        const share = await balanceOf(vault.address, owner);
        const held = await Promise.all(tokens.map((token) => balanceOf(token, vault.address)));
        return new Map(tokens.map((token, side) => [token, (held[side]! * share) / supply]));
      },
    };
  },
});

export const balancerV1Forks = createScene("balancer-v1", "factory");
export const dodoForks = createScene("dodo", "factory");
export const gammaForks = createScene("gamma", "registry");
export const ichiForks = createScene("ichi", "factory");
