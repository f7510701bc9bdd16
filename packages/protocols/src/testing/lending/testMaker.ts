import { ZERO_ADDRESS } from "@portico/evm";
import type { Address } from "@portico/evm";
import { stringToHex } from "viem";
import { beforeAll, describe, expect, test } from "vitest";
import { dsproxy } from "../../dsproxy/dsproxy.ts";
import { compileTestContract } from "../contracts.ts";
import { ADMIN, ALICE, BOB, DAY_S, findAddress, listUnindexed, UNIT } from "../lendingScene.ts";
import type { LendingScene } from "../lendingScene.ts";
import { simulate } from "../simulate.ts";
import { deployContract } from "../testContract.ts";
import type { TestContract } from "../testContract.ts";
import type { MakerContracts } from "../../maker/makerReads.ts";
import { maker } from "../../maker/maker.ts";

// No package ships the bytecode of Maker; MakerStandIn.sol computes the same.

export const testMaker = (scene: LendingScene) =>
  describe("Sky", () => {
    const RAY = 10n ** 27n;
    const FIVE_PERCENT = 1_000_000_001_547_125_957_863_212_448n; // per second
    const ETH_A = stringToHex("ETH-A", { size: 32 });
    const SKY = stringToHex("LSEV2-SKY-A", { size: 32 });
    const CAROL: Address = "0x00000000000000000000000000000000000ca201";
    const USD_B = stringToHex("USD-B", { size: 32 });
    const HOLDER: Address = "0x0000000000000000000000000000000000000901";
    let core: TestContract;
    let proxies: TestContract;
    let engine: TestContract;
    let proxy: Address;

    const contracts = async (): Promise<MakerContracts> => ({
      cdpManager: core.address,
      getCdps: core.address,
      vat: core.address,
      jug: await findAddress(core, "jug"),
      ilkRegistry: core.address,
      daiJoin: await findAddress(core, "daiJoin"),
      pot: core.address,
      dsrManager: core.address,
      proxyFactory: proxies.address,
      engines: [engine.address],
    });
    const read = async (owner: Address) => scene.lab.listPositions(maker, await contracts(), owner);

    beforeAll(async () => {
      core = await deployContract(scene.lab, compileTestContract("MakerStandIn"), [scene.usd.address]);
      proxies = await deployContract(scene.lab, compileTestContract("MakerStandIn", "DsProxyStandIn"));
      await proxies.write(ALICE, "build", [ALICE]);
      proxy = await findAddress(proxies, "proxies", [ALICE]);
      await core.write(ADMIN, "init", [ETH_A, scene.eth.address, HOLDER, 18n, 1_500n * RAY, FIVE_PERCENT]);
      await core.write(ADMIN, "init", [USD_B, scene.usd.address, HOLDER, 6n, RAY / 2n, RAY]);
      await core.write(ADMIN, "init", [SKY, scene.eth.address, ZERO_ADDRESS, 18n, RAY / 100n, FIVE_PERCENT]);
      const parts = [core.address, SKY, scene.usd.address, scene.eth.address];
      engine = await deployContract(scene.lab, compileTestContract("MakerStandIn", "MakerEngineStandIn"), parts);
      await engine.write(CAROL, "open", [0n, 100_000n * UNIT, 500n * UNIT, true]);
      await engine.write(CAROL, "open", [1n, 7n * UNIT, 0n, false]);
      await core.write(ADMIN, "setRate", [FIVE_PERCENT]);
      await core.write(ALICE, "open", [ETH_A, proxy]);
      await core.write(ALICE, "open", [USD_B, proxy]);
      await core.write(ALICE, "open", [ETH_A, ALICE]);
      await core.write(ADMIN, "frob", [1n, 10n * UNIT, 9_000n * UNIT, UNIT / 4n, 7n * 10n ** 45n]);
      await core.write(ADMIN, "frob", [2n, 5n * UNIT, 0n, 0n, 0n]);
      await core.write(ADMIN, "save", [proxy, 300n * UNIT]);
      await core.write(ADMIN, "saveManaged", [BOB, 500n * UNIT]);
      await scene.eth.write(ADMIN, "mint", [HOLDER, 10n * UNIT]);
      await scene.lab.warp(200 * DAY_S);
    });

    test("a proxy has its vaults and savings, to the unit that the contracts compute after their own update", async () => {
      const [rate, chi] = (await simulate(scene.lab, [
        [core, "drip", [ETH_A]],
        [core, "dripSavings"],
      ])) as [bigint, bigint];
      expect(rate).toBeGreaterThan(RAY);
      const owed = 9_000n * UNIT * rate - 7n * 10n ** 45n;
      const share = await core.view<bigint>("pie", [proxy]);
      const { positions, stages } = await read(proxy);
      expect(positions).toEqual([
        {
          name: "Lending",
          detail: {
            type: "lending",
            supplies: [
              { token: scene.eth.address, rawAmount: 10n * UNIT, isCollateral: true },
              { token: scene.eth.address, rawAmount: UNIT / 4n, isCollateral: false },
            ],
            borrows: [{ token: scene.usd.address, rawAmount: (owed + RAY - 1n) / RAY }],
            healthRate: Number((10n * UNIT * 1_500n * RAY * UNIT) / (9_000n * UNIT * rate)) / 1e18,
          },
          pool: { controller: core.address, index: "ETH-A" },
          positionIndex: "1",
        },
        {
          name: "Lending",
          detail: {
            type: "lending",
            supplies: [{ token: scene.usd.address, rawAmount: 5_000_000n, isCollateral: true }],
            borrows: [],
            healthRate: null,
          },
          pool: { controller: core.address, index: "USD-B" },
          positionIndex: "2",
        },
        {
          name: "Yield",
          detail: { type: "common", supplies: [{ token: scene.usd.address, rawAmount: (share * chi) / RAY }] },
          pool: { controller: core.address },
        },
      ]);
      expect(stages).toBeLessThanOrEqual(2);
    });

    test("stakes have their loan and what their farm pays, and without a loan are just stakes", async () => {
      const [rate] = (await simulate(scene.lab, [[core, "drip", [SKY]]])) as [bigint];
      const urns = await Promise.all([0n, 1n].map((index) => findAddress(engine, "ownerUrns", [CAROL, index])));
      const supplies = [{ token: scene.eth.address, rawAmount: 100_000n * UNIT, isCollateral: true }];
      const borrows = [{ token: scene.usd.address, rawAmount: (500n * UNIT * rate + RAY - 1n) / RAY }];
      const rewards = [{ token: scene.eth.address, rawAmount: await engine.view("earned", [urns[0]]) }];
      const healthRate = Number((100_000n * UNIT * (RAY / 100n) * UNIT) / (500n * UNIT * rate)) / 1e18;
      expect((await read(CAROL)).positions).toEqual([
        {
          name: "Lending",
          detail: { type: "lending", supplies, borrows, rewards, healthRate },
          pool: { controller: engine.address },
          positionIndex: urns[0],
        },
        {
          name: "Staked",
          detail: {
            type: "common",
            supplies: [{ token: scene.eth.address, rawAmount: 7n * UNIT, isCollateral: false }],
            rewards: [],
          },
          pool: { controller: engine.address },
          positionIndex: urns[1],
        },
      ]);
    });

    test("stakes of before the index are found", async () => {
      const found = await listUnindexed(scene, maker, await contracts(), CAROL);
      expect(found?.map(({ name }) => name)).toEqual(["Lending", "Staked"]);
    });

    test("savings through the manager are the owner's, and an empty vault is nothing", async () => {
      const [chi] = (await simulate(scene.lab, [[core, "dripSavings"]])) as [bigint];
      const share = await core.view<bigint>("pieOf", [BOB]);
      const { positions } = await read(BOB);
      const supplies = [{ token: scene.usd.address, rawAmount: (share * chi) / RAY }];
      expect(positions).toMatchObject([{ name: "Yield", detail: { supplies } }]);
      expect((await read(ALICE)).positions).toEqual([]);
    });

    test("kinds of collateral are pools of what is held, and the manager's savings part of the pot", async () => {
      const pools = await scene.lab.listPools(maker, await contracts());
      const chi = ((await simulate(scene.lab, [[core, "dripSavings"]])) as [bigint])[0];
      const all = await core.view<bigint>("Pie");
      expect(pools).toMatchObject([
        { pool: { index: "ETH-A" }, supplies: [{ token: scene.eth.address, rawAmount: 10n * UNIT }] },
        { name: "Staked", supplies: [{ token: scene.eth.address, rawAmount: 100_007n * UNIT }] },
        { name: "Yield", supplies: [{ token: scene.usd.address, rawAmount: (all * chi) / RAY }], rawShares: all },
        { isNested: true, depositors: { by: "interaction", contract: core.address } },
      ]);
      const query = { pool: { controller: core.address }, owners: [ALICE, BOB] };
      expect(await scene.lab.readShares(maker, await contracts(), query)).toEqual([
        0n,
        await core.view("pieOf", [BOB]),
      ]);
    });

    test("a proxy is its owner's account until it passes to another", async () => {
      const wallet = { factory: proxies.address, registry: proxies.address };
      expect(await scene.lab.listAccounts(dsproxy, wallet, ALICE)).toEqual([proxy]);
      expect(await scene.lab.listAccounts(dsproxy, wallet, BOB)).toEqual([]);
      const account = compileTestContract("MakerStandIn", "DsProxyAccountStandIn");
      await scene.lab.write(ALICE, { to: proxy, abi: account.abi, functionName: "setOwner", args: [BOB] });
      expect(await scene.lab.listAccounts(dsproxy, wallet, ALICE)).toEqual([]);
    });
  });
