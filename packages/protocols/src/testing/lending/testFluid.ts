import { ZERO_ADDRESS } from "@portico/evm";
import type { Address } from "@portico/evm";
import { maxUint256 } from "viem";
import { beforeAll, describe, expect, test } from "vitest";
import { compileTestContract } from "../contracts.ts";
import { familyAdapter } from "../familyAdapter.ts";
import { ADMIN, ALICE, BOB, DAY_S, UNIT, unwrapReceipt } from "../lendingScene.ts";
import type { LendingScene } from "../lendingScene.ts";
import { contractAt, deployContract } from "../testContract.ts";
import type { TestContract } from "../testContract.ts";
import { fluidFamily } from "../../families/fluid/fluid.ts";
import { resolverAbi } from "../../families/fluid/fluidReads.ts";

// No package ships the bytecode of Fluid; FluidStandIn.sol computes the same.

export const testFluid = (scene: LendingScene) =>
  describe("Fluid", () => {
    const family = familyAdapter(fluidFamily);
    const PLAIN: Address = "0x0000000000000000000000000000000000000f01";
    const SMART: Address = "0x0000000000000000000000000000000000000f02";
    const DEX: Address = "0x0000000000000000000000000000000000000f03";
    let fluid: TestContract;
    let lending: TestContract;
    let token: TestContract;
    const contracts = () => ({
      vaultFactory: fluid.address,
      vaultResolver: fluid.address,
      dexResolver: fluid.address,
      lendingFactory: lending.address,
    });
    const readLoan = async (id: bigint) => {
      const call = { address: fluid.address, abi: resolverAbi, functionName: "positionByNftId", args: [id] } as const;
      const [{ supply, borrow }] = await scene.lab.client.readContract(call);
      return { supply, borrow };
    };

    beforeAll(async () => {
      const { lab, usd, eth } = scene;
      fluid = await deployContract(lab, compileTestContract("FluidStandIn"));
      lending = await deployContract(lab, compileTestContract("FluidStandIn", "FluidLendingStandIn"));
      const plain = {
        vault: PLAIN,
        isSmartCol: false,
        isSmartDebt: false,
        supply: ZERO_ADDRESS,
        borrow: ZERO_ADDRESS,
        supplyToken: [eth.address, ZERO_ADDRESS],
        borrowToken: [usd.address, ZERO_ADDRESS],
        liquidationThreshold: 9_000n,
        oraclePrice: 2_000n * 10n ** 27n,
      };
      const both = [eth.address, usd.address];
      const smart = { vault: SMART, isSmartCol: true, isSmartDebt: true, supply: DEX, borrow: DEX };
      await fluid.write(ADMIN, "addVault", [plain]);
      await fluid.write(ADMIN, "addVault", [
        { ...plain, ...smart, supplyToken: both, borrowToken: both, oraclePrice: 10n ** 27n },
      ]);
      await fluid.write(ADMIN, "setDex", [DEX, [UNIT / 2_000n, UNIT + 7n, UNIT / 4_000n + 3n, UNIT / 2n]]);
      await fluid.write(ALICE, "operate", [0n, 10n * UNIT, 9_000n * UNIT]);
      await fluid.write(ALICE, "operate", [1n, 100n * UNIT, 40n * UNIT]);
      await fluid.write(BOB, "operate", [0n, UNIT, 0n]);
      await lending.write(ADMIN, "createToken", [usd.address]);
      const [at] = await lending.view<[Address]>("allTokens");
      token = contractAt(lab, compileTestContract("FluidStandIn", "FluidTokenStandIn").abi, at);
      await usd.write(BOB, "approve", [token.address, maxUint256]);
      await token.write(BOB, "deposit", [700n * UNIT, BOB]);
      await lab.warp(60 * DAY_S);
    });

    test("a loan is what the resolver reads, with shares of an exchange in both of its tokens", async () => {
      const { positions, stages } = await scene.lab.listPositions(family, contracts(), ALICE);
      const [plain, smart] = [await readLoan(1n), await readLoan(2n)];
      expect(plain.borrow).toBeGreaterThan(9_000n * UNIT);
      const share = (raw: bigint, rate: bigint) => (raw * rate) / UNIT;
      const owed = (raw: bigint, rate: bigint) => (raw * rate + UNIT - 1n) / UNIT;
      const health = (value: bigint, borrow: bigint) => Number((((value * 9n) / 10n) * UNIT) / borrow) / 1e18;
      const [eth, usd] = [scene.eth.address, scene.usd.address];
      expect(positions).toEqual([
        {
          name: "Lending",
          detail: {
            type: "lending",
            supplies: [{ token: eth, rawAmount: plain.supply, isCollateral: true }],
            borrows: [{ token: usd, rawAmount: plain.borrow }],
            healthRate: health(plain.supply * 2_000n, plain.borrow),
          },
          pool: { controller: PLAIN },
          positionIndex: "1",
        },
        {
          name: "Lending",
          detail: {
            type: "lending",
            supplies: [
              { token: eth, rawAmount: share(smart.supply, UNIT / 2_000n), isCollateral: true },
              { token: usd, rawAmount: share(smart.supply, UNIT + 7n), isCollateral: true },
            ],
            borrows: [
              { token: eth, rawAmount: owed(smart.borrow, UNIT / 4_000n + 3n) },
              { token: usd, rawAmount: owed(smart.borrow, UNIT / 2n) },
            ],
            healthRate: health(smart.supply, smart.borrow),
          },
          pool: { controller: SMART },
          positionIndex: "2",
        },
      ]);
      expect(stages).toBeLessThanOrEqual(3);
    });

    test("a lending token is worth its assets, a loan without debt has no health", async () => {
      const { positions } = await scene.lab.listPositions(family, contracts(), BOB);
      const shares = await token.view<bigint>("balanceOf", [BOB]);
      const rawAmount = await token.view<bigint>("convertToAssets", [shares]);
      expect(positions).toMatchObject([
        { pool: { controller: PLAIN }, detail: { borrows: [], healthRate: null } },
        { pool: { controller: token.address }, detail: { supplies: [{ token: scene.usd.address, rawAmount }] } },
      ]);
      const receipt = { token: token.address, rawAmount: shares };
      expect(await unwrapReceipt(scene, family, contracts(), receipt)).toEqual([
        { token: scene.usd.address, rawAmount },
      ]);
    });

    test("lending tokens and vaults are pools", async () => {
      const pools = await scene.lab.listPools(family, contracts());
      const call = { address: fluid.address, abi: resolverAbi, functionName: "getVaultEntireData" } as const;
      const { totalSupplyAndBorrow } = await scene.lab.client.readContract({ ...call, args: [PLAIN] });
      expect(pools).toMatchObject([
        { pool: { controller: token.address }, supplies: [{ rawAmount: await token.view("totalAssets") }] },
        { pool: { controller: PLAIN }, rawShares: totalSupplyAndBorrow.totalSupplyVault },
        { pool: { controller: SMART }, supplies: [{ token: scene.eth.address }, { token: scene.usd.address }] },
      ]);
    });

    test("shares of an exchange that reports nothing are an error, not nothing", async () => {
      await fluid.write(ADMIN, "setDex", [DEX, [0n, 0n, 0n, 0n]]);
      await expect(scene.lab.listPositions(family, contracts(), ALICE)).rejects.toThrow("does not report");
      expect(await scene.lab.listPools(family, contracts())).toHaveLength(2);
    });
  });
