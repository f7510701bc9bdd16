import type { Address } from "@portico/evm";
import { describe, expect, it } from "vitest";
import { compileContract } from "@portico/devnet";
import { compileTestContract } from "../contracts.ts";
import { erc4626 } from "../../erc4626/erc4626.ts";
import { unwrapIn } from "../unwrapIn.ts";
import { asAdapter } from "../asAdapter.ts";
import { anyTokenAbi, deployContract } from "../testContract.ts";
import { deployToken, tokenAbi } from "../tokens.ts";
import { balancerV3Family } from "../../families/balancer-v3/balancerV3.ts";
import { ALICE, BOB, lab, call } from "./ammScene.ts";

export const testBalancerV3 = () =>
  describe("balancer-v3", () => {
    it("reports a share with wrapped tokens as what they wrap", async () => {
      const vault = await deployContract(lab, compileTestContract("BalancerV3VaultStandIn"));
      const [plain, asset] = [await deployToken(lab, "PLAIN", ALICE), await deployToken(lab, "ASSET", ALICE)];
      const wrapped = await deployContract(lab, compileContract("Vault"), [asset, "Wrapped", "W"]);
      await call(plain, "mint", [ALICE, 50n]);
      await call(asset, "mint", [ALICE, 900n]);
      await lab.write(ALICE, { to: asset, abi: tokenAbi, functionName: "approve", args: [wrapped.address, 900n] });
      await wrapped.write(ALICE, "deposit", [600n, ALICE]);
      await call(asset, "transfer", [wrapped.address, 300n]); // a share is worth more than one
      for (const [token, amount] of [
        [plain, 50n],
        [wrapped.address, 600n],
      ] as const)
        await lab.write(ALICE, { to: token, abi: anyTokenAbi, functionName: "approve", args: [vault.address, amount] });
      await vault.write(ALICE, "create", [[plain, wrapped.address], [50n, 600n], 1_000n, BOB]);
      const pool = (await vault.view<Address>("lastPool")).toLowerCase() as Address;
      await lab.write(BOB, { to: pool, abi: anyTokenAbi, functionName: "transfer", args: [ALICE, 600n] });
      const adapter = asAdapter(balancerV3Family);
      const contracts = { vault: vault.address };
      const named = [vault.address, `0x${"0".repeat(64)}`, plain, asset, BOB];
      await lab.deploy(compileTestContract("LyingPool"), named); // the vault doesn't list it
      const vaults = [erc4626, { factories: [] }] as const;
      const { positions: wrappedPositions } = await lab.listPositions(adapter, contracts, BOB);
      const positions = await unwrapIn(lab, [[adapter, contracts], vaults], wrappedPositions);
      const redeemed = await wrapped.view<bigint>("previewRedeem", [240n]);
      expect(redeemed).toBeGreaterThan(300n);
      expect(positions).toEqual([
        {
          name: "Liquidity Pool",
          pool: { controller: pool },
          detail: {
            type: "common",
            supplies: [
              { token: plain, rawAmount: 20n },
              { token: asset, rawAmount: redeemed },
            ],
          },
        },
      ]);
      expect(await lab.listPools(adapter, contracts)).toMatchObject([
        { rawShares: 1_000n, supplies: [{ rawAmount: 50n }, { token: wrapped.address }] },
      ]);
    });

    it("counts a pool that reports a share of more than all as far as the vault holds its tokens", async () => {
      const vault = await deployContract(lab, compileTestContract("BalancerV3VaultStandIn"));
      const token = await deployToken(lab, "HELD", ALICE);
      await call(token, "mint", [ALICE, 70n]);
      await lab.write(ALICE, { to: token, abi: anyTokenAbi, functionName: "approve", args: [vault.address, 70n] });
      const lying = await lab.deploy(compileTestContract("LyingShare"), [vault.address, BOB]);
      await vault.write(ALICE, "register", [lying, [token], [20n]]);
      await vault.write(ALICE, "create", [[token], [50n], 1_000n, ALICE]);
      const { positions } = await lab.listPositions(asAdapter(balancerV3Family), { vault: vault.address }, BOB);
      expect(positions).toMatchObject([{ detail: { supplies: [{ token, rawAmount: 20n }] } }]);
    });
  });
