import { erc20Abi, type Address } from "@portico/evm";
import { getCreationCode } from "@portico/devnet";
import { compileStandIn } from "./compileStandIn.ts";
import { contractAt, deployContract } from "./forkContract.ts";
import { ADMIN, roleOf, type ForkScene } from "./forkScene.ts";

const UNIT = 10n ** 18n;

type TokenInfo = readonly [tokens: unknown, infos: unknown, balances: readonly [bigint, bigint]];

/** BalancerV3VaultStandIn.sol with a pool of a token and of shares of an ERC-4626 vault, which are worth their assets. */
export const balancerV3Forks: ForkScene = {
  family: "balancer-v3",
  async install(on, row) {
    const { chain, client, tokens, mint, approve, balanceOf } = on;
    const [plain, asset] = tokens;
    const artifact = compileStandIn("BalancerV3VaultStandIn");
    const vault = contractAt(on, artifact, roleOf(row, "vault"));
    await chain.install(vault.address, getCreationCode(artifact));
    const wrapper = await deployContract(on, compileStandIn("InvestingVault"), [asset, 0n]);
    await mint(plain, ADMIN, 8n * UNIT);
    await mint(asset, ADMIN, 4n * UNIT);
    await approve(asset, ADMIN, wrapper.address);
    await wrapper.write(ADMIN, "deposit", [4n * UNIT, ADMIN]);
    await mint(asset, wrapper.address, 2n * UNIT); // yield
    for (const token of [plain, wrapper.address]) await approve(token, ADMIN, vault.address);
    await vault.write(ADMIN, "create", [[plain, wrapper.address], [8n * UNIT, 4n * UNIT], 10n * UNIT, ADMIN]);
    const { address: pool } = contractAt(on, artifact, await vault.read<Address>("lastPool"));
    return {
      async use(owner) {
        await chain.write(ADMIN, { to: pool, abi: erc20Abi, functionName: "transfer", args: [owner, UNIT] });
      },
      async readTruth(owner) {
        const supply = await client.readContract({ address: pool, abi: erc20Abi, functionName: "totalSupply" });
        const share = await balanceOf(pool, owner);
        const [, , balances] = await vault.read<TokenInfo>("getPoolTokenInfo", [pool]);
        const [rawPlain, rawWrapped] = balances.map((balance) => (balance * share) / supply);
        const redeemed = await wrapper.read<bigint>("previewRedeem", [rawWrapped]);
        return new Map([
          [plain, rawPlain!],
          [asset, redeemed],
        ]);
      },
    };
  },
};
