import { getCreationCode } from "@portico/devnet";
import { compileStandIn } from "./compileStandIn.ts";
import { roleOf, type ForkScene } from "./forkScene.ts";

const UNIT = 10n ** 18n;

/** OpenZeppelin's ERC-4626 in InvestingVault.sol, without its fee and investments: redeeming pays a share of its assets. */
export const erc4626Forks: ForkScene = {
  family: "erc4626",
  async install({ chain, client, tokens: [token], mint, approve }, row) {
    const artifact = compileStandIn("InvestingVault");
    const vault = roleOf(row, "vault");
    await chain.install(vault, getCreationCode(artifact, [token, 0n]));
    const { abi } = artifact;
    const read = (functionName: string, args: readonly unknown[]): Promise<bigint> =>
      client.readContract({ address: vault, abi, functionName, args }) as Promise<bigint>;
    return {
      async use(owner) {
        await mint(token, owner, 5n * UNIT);
        await approve(token, owner, vault);
        await chain.write(owner, { to: vault, abi, functionName: "deposit", args: [5n * UNIT, owner] });
        await mint(token, vault, UNIT); // yield
      },
      async readTruth(owner) {
        return new Map([[token, await read("previewRedeem", [await read("balanceOf", [owner])])]]);
      },
    };
  },
};
