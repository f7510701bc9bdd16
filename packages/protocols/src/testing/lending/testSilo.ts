import { ZERO_ADDRESS } from "@portico/evm";
import type { Address } from "@portico/evm";
import type { Abi } from "viem";
import { encodeFunctionData, encodeFunctionResult, maxUint256, parseAbi } from "viem";
import { beforeAll, describe, expect, test } from "vitest";
import { compileTestContract } from "../contracts.ts";
import { familyAdapter } from "../familyAdapter.ts";
import { ADMIN, ALICE, BOB, DAY_S, UNIT, unwrapReceipt } from "../lendingScene.ts";
import type { LendingScene } from "../lendingScene.ts";
import { openLab } from "../openLab.ts";
import { contractAt, deployContract } from "../testContract.ts";
import type { TestContract } from "../testContract.ts";
import { siloFamily } from "../../families/silo/silo.ts";
import { readSilos, siloAbi } from "../../families/silo/siloReads.ts";

// No package ships the bytecode of Silo; SiloStandIn.sol computes the same.

export const testSilo = (scene: LendingScene) =>
  describe("Silo", () => {
    const family = familyAdapter(siloFamily);
    const PRICE = 2_000n * UNIT;
    const LOOPER: Address = "0x0000000000000000000000000000000000100be2";
    const VICTIM: Address = "0x000000000000000000000000000000000001c71a";
    let factory: TestContract;
    let oracle: TestContract;
    let market: Address;
    let ethers: TestContract;
    let dollars: TestContract;
    const contracts = () => ({ factory: factory.address, markets: [market] });
    /** Another market of the factory. @returns its silos. */
    const openMarket = async (from: Address) => {
      const { lab, eth, usd } = scene;
      const args = [
        [eth.address, usd.address],
        [ZERO_ADDRESS, ZERO_ADDRESS],
      ];
      const create = { address: factory.address, abi: factory.abi, functionName: "createMarket", args };
      const other = (await lab.view(create)) as Address;
      await factory.write(from, "createMarket", args);
      const abi = parseAbi(["function getSilos() view returns (address, address)"]);
      return await lab.client.readContract({ address: other, abi, functionName: "getSilos" });
    };
    const part = (name: string, at: Address) => contractAt(scene.lab, compileTestContract("SiloStandIn", name).abi, at);
    /** A contract that answers as recorded. @param at - Its address; without one, a new one. */
    const deployReplay = async (at?: Address) => {
      const { lab } = scene;
      const artifact = compileTestContract("ReplayStandIn");
      const deployed = await deployContract(lab, artifact);
      const replay = at === undefined ? deployed : contractAt(lab, artifact.abi, at);
      if (at !== undefined)
        await lab.rpc.call("anvil_setCode", [at, await lab.client.getCode({ address: deployed.address })]);
      const record = (abi: Abi, functionName: string, args: readonly unknown[], result: unknown) =>
        replay.write(ADMIN, "record", [
          encodeFunctionData({ abi, functionName, args }),
          encodeFunctionResult({ abi, functionName, result }),
        ]);
      return { address: replay.address, record };
    };
    const worth = async (silo: TestContract, owner: Address, kind: number) => {
      const token = part("SiloShareStandIn", await silo.view<Address>("shares", [kind]));
      const shares = await token.view<bigint>("balanceOf", [owner]);
      return silo.view<bigint>(kind === 2 ? "convertToAssets" : "previewRedeem", [shares, kind]);
    };

    beforeAll(async () => {
      const { lab, usd, eth } = scene;
      factory = await deployContract(lab, compileTestContract("SiloStandIn"));
      oracle = await deployContract(lab, compileTestContract("SiloStandIn", "SiloOracleStandIn"));
      const args = [
        [eth.address, usd.address],
        [oracle.address, ZERO_ADDRESS],
      ];
      market = (await lab.view({
        address: factory.address,
        abi: factory.abi,
        functionName: "createMarket",
        args,
      })) as Address;
      await factory.write(ADMIN, "createMarket", args);
      market = market.toLowerCase() as Address;
      const abi = parseAbi(["function getSilos() view returns (address, address)"]);
      const [first, second] = await lab.client.readContract({ address: market, abi, functionName: "getSilos" });
      [ethers, dollars] = [part("SiloMarketStandIn", first), part("SiloMarketStandIn", second)];
      await oracle.write(ADMIN, "setPrice", [PRICE]);
      await eth.write(ALICE, "approve", [ethers.address, maxUint256]);
      await usd.write(BOB, "approve", [dollars.address, maxUint256]);
      await dollars.write(BOB, "deposit", [50_000n * UNIT, BOB, 1n]);
      await dollars.write(BOB, "deposit", [1_000n * UNIT, BOB, 0n]);
      await ethers.write(ALICE, "deposit", [8n * UNIT, ALICE, 1n]);
      await ethers.write(ALICE, "deposit", [2n * UNIT, ALICE, 0n]);
      await dollars.write(ALICE, "borrow", [9_000n * UNIT, ALICE, ALICE, ethers.address]);
      await lab.warp(120 * DAY_S);
    });

    test("a borrower's market is one position of collateral, protected deposits and debt, as the silos convert", async () => {
      const { positions } = await scene.lab.listPositions(family, contracts(), ALICE);
      const [collateral, isProtected] = [await worth(ethers, ALICE, 1), await worth(ethers, ALICE, 0)];
      const debt = await worth(dollars, ALICE, 2);
      expect(debt).toBeGreaterThan(9_000n * UNIT);
      const value = ((collateral + isProtected) * PRICE) / UNIT;
      expect(positions).toEqual([
        {
          name: "Lending",
          detail: {
            type: "lending",
            supplies: [
              { token: scene.eth.address, rawAmount: isProtected, isCollateral: true },
              { token: scene.eth.address, rawAmount: collateral, isCollateral: true },
            ],
            borrows: [{ token: scene.usd.address, rawAmount: debt }],
            healthRate: Number((value * 85n * UNIT) / 100n / debt) / 1e18,
          },
          pool: { controller: market },
        },
      ]);
    });

    test("a lender has what interest made of the deposit, and no health", async () => {
      const { positions } = await scene.lab.listPositions(family, contracts(), BOB);
      const rawAmount = await worth(dollars, BOB, 1);
      expect(rawAmount).toBeGreaterThan(50_000n * UNIT);
      expect(positions).toMatchObject([
        { detail: { supplies: [{ isCollateral: false }, { rawAmount }], borrows: [], healthRate: null } },
      ]);
      const share = await dollars.view<bigint>("balanceOf", [BOB]);
      const receipt = { token: dollars.address, rawAmount: share };
      expect(await unwrapReceipt(scene, family, contracts(), receipt)).toEqual([
        { token: scene.usd.address, rawAmount },
      ]);
      const token = (await dollars.view<Address>("shares", [2])).toLowerCase() as Address;
      const debt = unwrapReceipt(scene, family, contracts(), { token, rawAmount: 1n });
      await expect(debt).rejects.toThrow("is no deposit");
      const warm = await scene.lab.listPositions(family, contracts(), BOB);
      expect(warm.stages).toBeLessThanOrEqual(3);
    });

    test("a market that fails takes no other with it", async () => {
      const { lab } = scene;
      const [silo] = await openMarket(ADMIN);
      await lab.rpc.call("anvil_setCode", [await part("SiloMarketStandIn", silo).view("shares", [2]), "0xfe"]);
      const receipts = [dollars.address, silo.toLowerCase() as Address];
      const held = { owner: BOB, receipts, nfts: new Map(), interactions: [] };
      expect(await family.listPositions!({ ...(await openLab(lab, contracts())), ...held })).toHaveLength(1);
    });

    test("a share token that fails hides no market", async () => {
      const { lab, usd } = scene;
      const receipts = [usd.address, dollars.address]; // a token without a silo
      const held = { owner: BOB, receipts, nfts: new Map(), interactions: [] };
      const context = await openLab(lab, contracts());
      expect(await family.listPositions!({ ...context, ...held })).toHaveLength(1);
      expect(await family.listPools!({ ...context, known: receipts })).toHaveLength(1);
      const receipt = { token: usd.address, rawAmount: UNIT };
      await expect(unwrapReceipt(scene, family, contracts(), receipt)).rejects.toThrow("names no market");
    });

    test("a market that names another market's silos has none", async () => {
      const { lab } = scene;
      const fake = await deployReplay();
      const { abi } = compileTestContract("SiloStandIn", "SiloConfigStandIn");
      await fake.record(abi, "getSilos", [], [ethers.address, dollars.address]);
      for (const { address } of [ethers, dollars])
        await fake.record(abi, "getShareTokens", [address], [fake.address, fake.address, fake.address]);
      const reading = readSilos(await openLab(lab, contracts()), fake.address);
      await expect(reading).rejects.toThrow("silos of another market");
    });

    test("without a price there is no health", async () => {
      await oracle.write(ADMIN, "setPrice", [0n]);
      const { positions } = await scene.lab.listPositions(family, contracts(), ALICE);
      expect(positions).toMatchObject([{ detail: { healthRate: null } }]);
    });

    test("each silo has a pool of collateral and one of protected deposits, and another factory has none", async () => {
      const pools = await scene.lab.listPools(family, contracts());
      const total = await dollars.view<bigint>("convertToAssets", [await dollars.view("totalSupply"), 1]);
      expect(pools).toHaveLength(4);
      expect(pools[3]).toMatchObject({
        pool: { controller: market, index: dollars.address },
        supplies: [{ token: scene.usd.address, rawAmount: total }],
        depositors: { by: "receipt", token: dollars.address },
      });
      expect(await scene.lab.listPools(family, { factory: oracle.address })).toEqual([]);
    });

    test("a market that only names the factory has no shares", async () => {
      const fake = compileTestContract("SiloStandIn", "SiloConfigStandIn");
      const args = [
        [scene.eth.address, scene.usd.address],
        [ZERO_ADDRESS, ZERO_ADDRESS],
      ];
      const at = await scene.lab.deploy(fake, args, factory.address);
      const call = { address: at, abi: fake.abi, functionName: "getSilos" };
      const [, silo] = (await scene.lab.view(call)) as [Address, Address];
      await scene.usd.write(BOB, "approve", [silo, maxUint256]);
      await part("SiloMarketStandIn", silo).write(BOB, "deposit", [UNIT, ALICE, 1n]);
      expect(await scene.lab.listPools(family, contracts())).toHaveLength(4);
    });

    test("a loop of loans in a market that the protocol has not opened changes no total", async () => {
      const { usd } = scene;
      const [collateral, silo] = await openMarket(LOOPER);
      const looped = part("SiloMarketStandIn", silo);
      await usd.write(ADMIN, "mint", [LOOPER, 1_000n * UNIT]);
      await usd.write(LOOPER, "approve", [looped.address, maxUint256]);
      for (let turn = 0; turn < 3; turn++) {
        await looped.write(LOOPER, "deposit", [1_000n * UNIT, VICTIM, 1n]);
        await looped.write(LOOPER, "borrow", [1_000n * UNIT, LOOPER, LOOPER, collateral]);
      }
      expect(await worth(looped, VICTIM, 1)).toBeGreaterThan(2_999n * UNIT);
      expect((await scene.lab.listPositions(family, contracts(), VICTIM)).positions).toEqual([]);
      const receipt = { token: looped.address, rawAmount: UNIT };
      expect(await unwrapReceipt(scene, family, contracts(), receipt)).toEqual([{ token: usd.address, rawAmount: 0n }]);
    });

    test("a market of others that reports too little protected deposits counts its cash once", async () => {
      const { lab, usd } = scene;
      const [, silo] = await openMarket(ADMIN);
      const { abi } = compileTestContract("SiloStandIn", "SiloMarketStandIn");
      const standIn = part("SiloMarketStandIn", silo);
      const debt = await standIn.view<Address>("shares", [2]);
      const config = await standIn.view<Address>("config");
      const isProtected = await deployReplay();
      const fake = await deployReplay(silo);
      const shares = 1_000n * UNIT;
      await usd.write(ADMIN, "mint", [silo, shares]);
      for (const token of [isProtected, fake]) {
        await token.record(abi, "silo", [], silo);
        await token.record(abi, "balanceOf", [VICTIM], shares);
      }
      await isProtected.record(abi, "totalSupply", [], 0n);
      await fake.record(abi, "totalSupply", [], shares);
      await fake.record(abi, "config", [], config);
      await fake.record(abi, "asset", [], usd.address);
      for (const [kind, token] of [isProtected.address, silo, debt].entries()) {
        await fake.record(abi, "shares", [kind], token);
        for (const amount of [0n, shares]) {
          await fake.record(abi, "previewRedeem", [amount, kind], amount);
          await fake.record(abi, "convertToAssets", [amount, kind], kind === 2 ? 0n : shares);
        }
      }
      const receipts = [isProtected.address, fake.address];
      const context = await openLab(lab, contracts());
      const held = { owner: VICTIM, receipts, nfts: new Map(), interactions: [] };
      const supplies = [{ token: usd.address, rawAmount: shares, isCollateral: false }];
      expect(await family.listPositions!({ ...context, ...held })).toMatchObject([
        { detail: { supplies, borrows: [] }, isUnlisted: true },
      ]);
      const pools = await family.listPools!({ ...context, known: receipts });
      const pooled = pools.flatMap((pool) => pool.supplies).reduce((sum, { rawAmount }) => sum + rawAmount, 0n);
      expect([pools.length, pooled]).toEqual([2, shares]);
    });

    test("a market that names one silo twice has none", async () => {
      const { lab } = scene;
      const fake = await deployReplay();
      const { abi } = compileTestContract("SiloStandIn", "SiloConfigStandIn");
      await fake.record(abi, "getSilos", [], [fake.address, fake.address]);
      await fake.record(abi, "getShareTokens", [fake.address], [fake.address, fake.address, fake.address]);
      await fake.record(siloAbi, "config", [], fake.address);
      await fake.record(siloAbi, "asset", [], scene.usd.address);
      const reading = readSilos(await openLab(lab, contracts()), fake.address);
      await expect(reading).rejects.toThrow("names one silo twice");
    });

    test("a market that the protocol has not opened counts its cash, protected deposits first", async () => {
      const { positions } = await scene.lab.listPositions(family, { factory: factory.address }, BOB);
      const cash = await scene.usd.view<bigint>("balanceOf", [dollars.address]);
      const isProtected = await worth(dollars, BOB, 0);
      const [position] = positions;
      expect(position).toMatchObject({ isUnlisted: true, detail: { supplies: [{ rawAmount: isProtected }, {}] } });
      const { supplies } = position!.detail as { supplies: { rawAmount: bigint }[] };
      expect(cash - isProtected - supplies[1]!.rawAmount).toBeLessThan(10n);
      expect(await worth(dollars, BOB, 1)).toBeGreaterThan(supplies[1]!.rawAmount);
    });
  });
