import { NATIVE_TOKEN } from "@portico/evm";
import type { Address } from "@portico/evm";
import { beforeAll, describe, expect, it } from "vitest";
import { capToHeld } from "../../families/capToHeld.ts";
import { balancerV1Family } from "../../families/balancer-v1/balancerV1.ts";
import { dodoFamily } from "../../families/dodo/dodo.ts";
import { gammaFamily } from "../../families/gamma/gamma.ts";
import { ichiFamily } from "../../families/ichi/ichi.ts";
import { asAdapter } from "../asAdapter.ts";
import { compileTestContract } from "../contracts.ts";
import { openLab } from "../openLab.ts";
import { simulate } from "../simulate.ts";
import { anyTokenAbi, deployContract } from "../testContract.ts";
import type { TestContract } from "../testContract.ts";
import { deployToken } from "../tokens.ts";
import { ALICE, BOB, call, lab } from "./ammScene.ts";

export const testManaged = () =>
  describe("gamma, ichi, dodo and balancer-v1", () => {
    const artifact = compileTestContract("ManagedVaultStandIn");
    let list: TestContract;
    let tokens: readonly [Address, Address];
    let vault: TestContract;

    const createVault = async () => {
      const made = await deployContract(lab, artifact, [list.address, ...tokens]);
      for (const token of tokens) {
        await call(token, "mint", [ALICE, 1_000n]);
        await lab.write(ALICE, { to: token, abi: anyTokenAbi, functionName: "approve", args: [made.address, 1_000n] });
      }
      await made.write(ALICE, "deposit", [500n, 900n, 70n, ALICE]);
      await made.write(ALICE, "deposit", [0n, 7n, 29n, BOB]);
      return made;
    };

    beforeAll(async () => {
      list = await deployContract(lab, compileTestContract("ManagedVaultStandIn", "VaultListStandIn"));
      tokens = [await deployToken(lab, "ONE", ALICE), await deployToken(lab, "TWO", ALICE)];
      vault = await createVault();
      await list.write(ALICE, "add", [vault.address]);
      await createVault(); // names the factory, which doesn't know it
    });

    it.each([
      ["gamma", () => lab.listPositions(asAdapter(gammaFamily), { registries: [list.address] }, BOB)],
      ["dodo", () => lab.listPositions(asAdapter(dodoFamily), { factories: [list.address] }, BOB)],
      ["balancer-v1", () => lab.listPositions(asAdapter(balancerV1Family), { factory: list.address }, BOB)],
      ["ichi", () => lab.listPositions(asAdapter(ichiFamily), { factories: [list.address] }, BOB)],
    ])("reports a share of a listed vault in %s as what withdrawing it pays", async (_name, read) => {
      const { positions } = await read();
      const [paid] = await simulate(lab, [[vault, "withdraw", [29n, BOB]]]);
      const supplies = tokens.map((token, side) => ({ token, rawAmount: (paid as readonly bigint[])[side] }));
      expect(positions).toEqual([
        { name: "Liquidity Pool", pool: { controller: vault.address }, detail: { type: "common", supplies } },
      ]);
    });

    it("has a pool of each listed vault", async () => {
      expect(await lab.listPools(asAdapter(ichiFamily), { factories: [list.address] })).toMatchObject([
        { rawShares: 99n, supplies: [{ rawAmount: 500n }, { rawAmount: 907n }] },
      ]);
    });

    it("shows no more than what holders have, also of the native coin", async () => {
      await lab.setBalance(vault.address, 3n);
      const reads = await openLab(lab, undefined);
      const report = [tokens[0], NATIVE_TOKEN].map((token) => ({ token, rawAmount: 10n ** 30n }));
      expect(await capToHeld(reads, [vault.address], report)).toEqual([
        { token: tokens[0], rawAmount: 500n },
        { token: NATIVE_TOKEN, rawAmount: 3n },
      ]);
    });
  });
