import type { Address, Hex } from "@portico/evm";
import { encodeFunctionData, maxUint256, parseAbi } from "viem";
import type { Abi } from "viem";
import { beforeAll, describe, expect, test } from "vitest";
import { compileTestContract } from "../contracts.ts";
import { familyAdapter } from "../familyAdapter.ts";
import { ADMIN, ALICE, BOB, DAY_S, findAddress, listUnindexed, UNIT, unwrapReceipt } from "../lendingScene.ts";
import type { LendingScene } from "../lendingScene.ts";
import { contractAt, deployContract } from "../testContract.ts";
import type { TestContract } from "../testContract.ts";
import { eulerV2Family } from "../../families/euler-v2/eulerV2.ts";

// No package ships the bytecode of Euler V2; EulerStandIn.sol computes the same.

export const testEulerV2 = (scene: LendingScene) =>
  describe("Euler V2", () => {
    const family = familyAdapter(eulerV2Family);
    const evcAbi: Abi = parseAbi([
      "function enableCollateral(address account, address vault)",
      "function enableController(address account, address vault)",
      "function call(address target, address account, bytes data)",
    ]);
    const vaultAbi: Abi = parseAbi([
      "function dToken() view returns (address)",
      "function balanceOf(address) view returns (uint256)",
      "function totalAssets() view returns (uint256)",
      "function totalSupply() view returns (uint256)",
      "function convertToAssets(uint256) view returns (uint256)",
      "function debtOf(address) view returns (uint256)",
      "function accountLiquidity(address, bool) view returns (uint256, uint256)",
      "function deposit(uint256, address) returns (uint256)",
      "function borrow(uint256, address)",
      "function setPrice(uint256)",
      "function setLtv(address, uint256)",
    ]);
    const SUB: Address = `${ALICE.slice(0, -2) as Hex}c1`;
    const LOOPER: Address = "0x0000000000000000000000000000000000100be2";
    const VICTIM: Address = "0x000000000000000000000000000000000001c71a";
    const LATE: Address = `${ALICE.slice(0, -2) as Hex}3f`; // account 255
    let factory: TestContract;
    let evc: TestContract;
    let dollars: TestContract;
    let ethers: TestContract;

    beforeAll(async () => {
      factory = await deployContract(scene.lab, compileTestContract("EulerStandIn"));
      evc = contractAt(scene.lab, evcAbi, await findAddress(factory, "evc"));
      await factory.write(ADMIN, "createVault", [scene.usd.address]);
      await factory.write(ADMIN, "createVault", [scene.eth.address]);
      const [first, second] = await factory.view<[Address, Address]>("getProxyListSlice", [0n, 2n]);
      [dollars, ethers] = [contractAt(scene.lab, vaultAbi, first), contractAt(scene.lab, vaultAbi, second)];
      for (const vault of [first, second]) await factory.write(ADMIN, "verify", [vault]);
      await dollars.write(ADMIN, "setPrice", [UNIT]);
      await dollars.write(ADMIN, "setLtv", [ethers.address, 8_000n]);
      await ethers.write(ADMIN, "setPrice", [2_000n * UNIT]);
      for (const owner of [ALICE, BOB]) {
        await scene.usd.write(owner, "approve", [dollars.address, maxUint256]);
        await scene.eth.write(owner, "approve", [ethers.address, maxUint256]);
      }
      await dollars.write(BOB, "deposit", [100_000n * UNIT, BOB]);
      await ethers.write(ALICE, "deposit", [3n * UNIT, ALICE]);
      await ethers.write(ALICE, "deposit", [10n * UNIT, SUB]);
      await evc.write(ALICE, "enableCollateral", [SUB, ethers.address]);
      await evc.write(ALICE, "enableController", [SUB, dollars.address]);
      const borrow = encodeFunctionData({ abi: vaultAbi, functionName: "borrow", args: [9_000n * UNIT, ALICE] });
      await evc.write(ALICE, "call", [dollars.address, SUB, borrow]);
      await ethers.write(ALICE, "deposit", [UNIT, LATE]);
      const look = encodeFunctionData({ abi: vaultAbi, functionName: "balanceOf", args: [LATE] });
      await evc.write(ALICE, "call", [ethers.address, LATE, look]);
      await scene.lab.warp(90 * DAY_S);
    });

    const contracts = () => ({ factory: factory.address, perspectives: [factory.address] });
    const worth = async (vault: TestContract, account: Address) =>
      vault.view<bigint>("convertToAssets", [await vault.view<bigint>("balanceOf", [account])]);

    test("an owner has what all its accounts have, each with its debt and health", async () => {
      const { positions, stages } = await scene.lab.listPositions(family, contracts(), ALICE);
      const debt = await dollars.view<bigint>("debtOf", [SUB]);
      const [collateral, liability] = await dollars.view<[bigint, bigint]>("accountLiquidity", [SUB, true]);
      expect(debt).toBeGreaterThan(9_000n * UNIT);
      const lend = async (account: Address, positionIndex?: string) => ({
        name: "Lending",
        detail: {
          type: "lending",
          supplies: [{ token: scene.eth.address, rawAmount: await worth(ethers, account), isCollateral: false }],
          borrows: [],
          healthRate: null,
        },
        pool: { controller: ethers.address },
        ...(positionIndex !== undefined && { positionIndex }),
      });
      expect(positions).toEqual([
        {
          name: "Lending",
          detail: {
            type: "lending",
            supplies: [{ token: scene.eth.address, rawAmount: await worth(ethers, SUB), isCollateral: true }],
            borrows: [{ token: scene.usd.address, rawAmount: debt }],
            healthRate: Number((collateral * UNIT) / liability) / 1e18,
          },
          pool: { controller: dollars.address },
          positionIndex: "1",
        },
        await lend(ALICE),
        await lend(LATE, "255"),
      ]);
      expect(stages).toBeLessThanOrEqual(5);
    });

    test("the first accounts are found without an event", async () => {
      const found = await listUnindexed(scene, family, contracts(), ALICE);
      expect(found).toMatchObject([
        { positionIndex: "1", detail: { borrows: [{ rawAmount: await dollars.view("debtOf", [SUB]) }] } },
        { detail: { supplies: [{ rawAmount: await worth(ethers, ALICE) }] } },
      ]);
      expect(await listUnindexed(scene, family, contracts(), ADMIN)).toEqual([]);
    });

    test("an account that only holds shares needs no event, and has none of another owner", async () => {
      const { positions } = await scene.lab.listPositions(family, contracts(), BOB);
      expect(positions).toMatchObject([
        { detail: { supplies: [{ token: scene.usd.address, rawAmount: await worth(dollars, BOB) }], borrows: [] } },
      ]);
      expect((await scene.lab.listPositions(family, contracts(), ADMIN)).positions).toEqual([]);
      const rawAmount = await dollars.view<bigint>("balanceOf", [BOB]);
      expect(await unwrapReceipt(scene, family, contracts(), { token: dollars.address, rawAmount })).toEqual([
        { token: scene.usd.address, rawAmount: await worth(dollars, BOB) },
      ]);
    });

    test("without a price there is no health, and the debt stays", async () => {
      await dollars.write(ADMIN, "setPrice", [0n]);
      const { positions } = await scene.lab.listPositions(family, contracts(), ALICE);
      expect(positions[0]).toMatchObject({ detail: { healthRate: null, borrows: [{ token: scene.usd.address }] } });
      await dollars.write(ADMIN, "setPrice", [UNIT]);
    });

    test("a loop of loans in a vault that governance has not admitted changes no total", async () => {
      await factory.write(LOOPER, "createVault", [scene.usd.address]);
      await factory.write(LOOPER, "createVault", [scene.eth.address]);
      const made = await factory.view<[Address, Address]>("getProxyListSlice", [2n, 4n]);
      const [looped, worthless] = [contractAt(scene.lab, vaultAbi, made[0]), contractAt(scene.lab, vaultAbi, made[1])];
      await looped.write(LOOPER, "setPrice", [UNIT]);
      await looped.write(LOOPER, "setLtv", [worthless.address, 10_000n]);
      await worthless.write(LOOPER, "setPrice", [10n ** 40n]);
      for (const [token, vault] of [
        [scene.usd, looped],
        [scene.eth, worthless],
      ] as const) {
        await token.write(ADMIN, "mint", [LOOPER, 1_000n * UNIT]);
        await token.write(LOOPER, "approve", [vault.address, maxUint256]);
      }
      await worthless.write(LOOPER, "deposit", [UNIT, LOOPER]);
      await evc.write(LOOPER, "enableCollateral", [LOOPER, worthless.address]);
      await evc.write(LOOPER, "enableController", [LOOPER, looped.address]);
      const borrow = encodeFunctionData({ abi: vaultAbi, functionName: "borrow", args: [1_000n * UNIT, LOOPER] });
      for (let turn = 0; turn < 3; turn++) {
        await looped.write(LOOPER, "deposit", [1_000n * UNIT, VICTIM]);
        await evc.write(LOOPER, "call", [looped.address, LOOPER, borrow]);
      }
      expect(await worth(looped, VICTIM)).toBeGreaterThanOrEqual(3_000n * UNIT);
      const find = async () => (await scene.lab.listPositions(family, contracts(), VICTIM)).positions;
      expect(await find()).toEqual([]);
      await looped.write(LOOPER, "deposit", [500n * UNIT, VICTIM]);
      const [position] = await find();
      expect(position).toMatchObject({ isUnlisted: true, pool: { controller: looped.address } });
      const { supplies } = position!.detail as { supplies: { rawAmount: bigint }[] };
      expect(supplies).toHaveLength(1);
      expect(500n * UNIT - supplies[0]!.rawAmount).toBeLessThan(10n);
      const rawAmount = await looped.view<bigint>("balanceOf", [VICTIM]);
      const receipt = { token: looped.address, rawAmount };
      expect(await unwrapReceipt(scene, family, contracts(), receipt)).toEqual([
        { token: scene.usd.address, rawAmount: supplies[0]!.rawAmount },
      ]);
      const pools = await scene.lab.listPools(family, contracts());
      expect(pools.find(({ pool }) => pool.controller === looped.address)).toMatchObject({
        supplies: [{ rawAmount: 500n * UNIT }],
      });
      const admitted = await scene.lab.listPositions(family, { factory: factory.address }, BOB);
      expect(admitted.positions).toMatchObject([{ isUnlisted: true }]); // nobody admits it
    });

    test("vaults of the factory are pools, their debt tokens receipts, and another factory's nothing", async () => {
      const pools = await scene.lab.listPools(family, contracts());
      expect(pools).toHaveLength(4);
      expect(pools.find(({ pool }) => pool.controller === dollars.address)).toEqual({
        pool: { controller: dollars.address },
        name: "Lending",
        contracts: [dollars.address, await findAddress(dollars, "dToken")],
        supplies: [{ token: scene.usd.address, rawAmount: await dollars.view("totalAssets") }],
        rawShares: await dollars.view("totalSupply"),
        depositors: { by: "receipt", token: dollars.address },
      });
      const pretender = compileTestContract("EulerStandIn", "EulerVaultStandIn");
      const fake = await deployContract(scene.lab, pretender, [scene.usd.address, evc.address]);
      await scene.usd.write(BOB, "approve", [fake.address, maxUint256]);
      await fake.write(BOB, "deposit", [UNIT, ALICE]);
      expect(await scene.lab.listPools(family, contracts())).toHaveLength(4);
      const other = await deployContract(scene.lab, compileTestContract("EulerStandIn"));
      expect(await scene.lab.listPools(family, { factory: other.address })).toEqual([]);
    });
  });
