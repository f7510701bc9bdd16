import { ZERO_ADDRESS } from "@portico/evm";
import type { Address } from "@portico/evm";
import { loadArtifact } from "@portico/devnet";
import { concat, encodeFunctionData, numberToHex, pad, toFunctionSelector } from "viem";
import type { AbiFunction } from "viem";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { deployAlgebra } from "../testing/algebra.ts";
import type { AlgebraLab } from "../testing/algebra.ts";
import type { OwnerContext } from "../adapter.ts";
import { compileTestContract } from "../testing/contracts.ts";
import { startLab } from "../testing/lab.ts";
import type { Lab } from "../testing/lab.ts";
import { asAdapter, expectPayouts, openAt, readPayout } from "../testing/ranges.ts";
import { contractAt, deployContract } from "../testing/testContract.ts";
import type { TestContract } from "../testing/testContract.ts";
import { tokenAbi } from "../testing/tokens.ts";
import { createV3Pool, deployUniswapV3, mintV3, simulate, swapV3, v3PositionsAbi } from "../testing/uniswapV3.ts";
import type { UniswapV3Lab } from "../testing/uniswapV3.ts";
import { algebraFamily } from "./algebra/algebra.ts";
import { algebraDialect } from "./algebra/algebraDialect.ts";
import { algebraFarms, readFarmed } from "./algebra/algebraFarming.ts";
import type { RangeContracts } from "./identifyRanges.ts";
import { iziswapFamily } from "./iziswap/iziswap.ts";
import recorded from "./iziswap/recorded.json" with { type: "json" };
import { createLimits } from "./limits.ts";
import { toHashedKey } from "./rangeDialect.ts";
import { toSqrtPriceX96 } from "./sqrtPrice.ts";
import { traderJoeLbFamily } from "./trader-joe-lb/traderJoeLb.ts";
import { uniswapV3Family } from "./uniswap-v3/uniswapV3.ts";
import { uniswapV4Family } from "./uniswap-v4/uniswapV4.ts";

const ALICE: Address = "0x00000000000000000000000000000000000a11ce";
const VICTIM: Address = "0x0000000000000000000000000000000000000b0b";
const FARMER: Address = "0x00000000000000000000000000000000000fa12e";
const HOLDER: Address = "0x000000000000000000000000000000000000401d";
const UNIT = 10n ** 18n;
const FEE = 3000;

let lab: Lab;
let v3: UniswapV3Lab;
let v3Pool: Address;

beforeAll(async () => {
  lab = await startLab("base");
  v3 = await deployUniswapV3(lab, ALICE);
  v3Pool = await createV3Pool(lab, v3, FEE, toSqrtPriceX96(0));
  await mintV3(lab, v3, { owner: ALICE, fee: FEE, range: [-6_000, 6_000], rawAmount: 1_000n * UNIT });
  await mintV3(lab, v3, { owner: ALICE, fee: FEE, range: [60, 1_200], rawAmount: 1_000n * UNIT });
  for (const side of [0, 1, 1] as const) await swapV3(lab, v3, ALICE, { side, fee: FEE, rawAmount: 40n * UNIT });
});
afterAll(() => lab.stop());

const open = <Contracts>(contracts: Contracts) => openAt(lab, contracts);

describe("uniswap-v3", () => {
  const fork = asAdapter(uniswapV3Family);
  const contracts = () => ({ factory: v3.contracts.factory });

  it("finds a fork's NFTs and pools by its factory alone", async () => {
    const manager = contractAt(lab, v3PositionsAbi, v3.contracts.positions);
    const shown = { adapter: fork, contracts: contracts(), owner: ALICE, manager, tokens: v3.tokens };
    expect(await expectPayouts(lab, shown)).toBe(2);
    const [pool] = await lab.listPools(fork, contracts());
    expect(pool).toMatchObject({ pool: { controller: v3Pool }, contracts: [v3Pool] });
    const { context } = await open(contracts());
    expect(await uniswapV3Family.listPools?.({ ...context, known: [v3.contracts.positions] })).toEqual([]);
  });

  it("identifies contracts of 140 forks with the calls of one", async () => {
    const { factory, positions } = v3.contracts;
    const others = Array.from({ length: 139 }, (_, index) => ({ factory: numberToHex(index + 1, { size: 20 }) }));
    const candidates = [v3Pool, positions, factory, ...v3.tokens];
    const count = async (forks: readonly RangeContracts[]) => {
      const { context, reader } = await open(forks);
      const found = await uniswapV3Family.identifyForks?.(context, candidates);
      return { calls: reader.callCount, stages: reader.stageCount, found: [...(found ?? [])] };
    };
    const alone = await count([contracts()]);
    expect(alone.found).toEqual([
      [v3Pool, { fork: 0, identity: "place" }],
      [positions, { fork: 0, identity: "nft" }],
    ]);
    const many = await count([...others, contracts()]);
    expect(many).toMatchObject({ calls: alone.calls, stages: alone.stages });
    expect(many.found.map(([, { fork: index }]) => index)).toEqual([139, 139]);
  });

  it("shows a hostile manager's NFTs for no more than its own liquidity, whatever it claims", async () => {
    const hostile = await deployContract(lab, compileTestContract("HostilePositions"), [v3.contracts.factory], ALICE);
    const huge = 2n ** 127n;
    const range = [toWord(-600), toWord(600)];
    const words = [0n, 0n, ...v3.tokens.map(BigInt), BigInt(FEE), ...range, huge, 0n, 0n, huge, huge];
    await hostile.write(ALICE, "claim", [words, VICTIM, [1n, 2n, 3n]]);
    const list = async () => (await lab.listPositions(fork, contracts(), VICTIM)).positions;
    expect(await list()).toEqual([]);

    for (const to of v3.tokens) {
      await lab.write(ALICE, { to, abi: tokenAbi, functionName: "transfer", args: [hostile.address, UNIT] });
    }
    await hostile.write(ALICE, "provide", [v3Pool, -600, 600, 1_000n]);
    const shown = await list();
    expect(shown).toHaveLength(1);
    const [{ detail }] = shown as [(typeof shown)[number]];
    const sums = "supplies" in detail ? (detail.supplies ?? []).map(({ rawAmount }) => rawAmount) : [];
    expect(sums.every((amount) => amount < 100n)).toBe(true);
    expect("rewards" in detail && detail.rewards).toEqual([]);
    const swapped = [...words.slice(0, 2), ...words.slice(2, 4).toReversed(), ...words.slice(4)];
    await hostile.write(ALICE, "claim", [swapped, VICTIM, []]); // little of one token would be much of the other
    expect(await list()).toEqual([]);
  });

  it("finds a manager that only names the deployer of pools, as Ramses V3's do", async () => {
    const answer = async (results: Readonly<Record<string, Address>>) => {
      const contract = await deployContract(lab, compileTestContract("ReplayStandIn"), [], ALICE);
      const isErc721 = encodeFunctionData({
        abi: v3PositionsAbi,
        functionName: "supportsInterface",
        args: ["0x80ac58cd"],
      });
      await contract.write(ALICE, "record", [isErc721, pad("0x1")]);
      for (const [view, result] of Object.entries(results)) {
        await contract.write(ALICE, "record", [toFunctionSelector(view), pad(result)]);
      }
      return contract.address;
    };
    const deployer = await answer({ "RamsesV3Factory()": v3.contracts.factory });
    const [manager, other] = [await answer({ "deployer()": deployer }), await answer({ "deployer()": v3Pool })];
    const vault = await answer({ "nonfungiblePositionManager()": manager });
    const found = await uniswapV3Family.identifyForks?.((await open([contracts()])).context, [manager, other, vault]);
    expect([...(found ?? [])]).toEqual([[manager, { fork: 0, identity: "nft" }]]);
  });

  it("reports what responds otherwise", async () => {
    const check = async (factory: Address) => uniswapV3Family.check?.((await open({ factory })).context);
    expect(await check(v3.contracts.factory)).toBeUndefined();
    expect(await check(v3.contracts.positions)).toBe("getPool(address,address,uint24) does not respond");
  });
});

const toWord = (tick: number): bigint => BigInt.asUintN(256, BigInt(tick));

describe("algebra", () => {
  const fork = asAdapter(algebraFamily);

  it.each(["core", "integral-core"] as const)("shows what managers on @cryptoalgebra/%s pay", async (core) => {
    const algebra: AlgebraLab = await deployAlgebra(lab, { core, tokens: v3.tokens, minter: ALICE });
    const contracts = { factory: algebra.factory.address };
    for (const range of [
      [-6_000, 6_000],
      [60, 1_200],
      [-1_200, -60],
    ] as const) {
      await algebra.mint(ALICE, range, 1_000n * UNIT);
    }
    for (const side of [0, 1, 1] as const) await algebra.swap(ALICE, side, 70n * UNIT);
    const shown = { adapter: fork, contracts, owner: ALICE, manager: algebra.manager, tokens: v3.tokens };
    expect(await expectPayouts(lab, shown)).toBe(3);
    const { positions } = await lab.listPositions(fork, contracts, ALICE);
    const earning = positions.filter(({ detail }) => "rewards" in detail && (detail.rewards ?? []).length > 0);
    expect(earning.length).toBeGreaterThan(1);
    expect(await lab.listPools(fork, contracts)).toMatchObject([{ pool: { controller: algebra.pool } }]);
    await expectFarmed(algebra, core === "integral-core");
    await expectHeld(algebra);
  });

  async function give(to: Address, rawAmount: bigint): Promise<void> {
    for (const token of v3.tokens)
      await lab.write(ALICE, { to: token, abi: tokenAbi, functionName: "transfer", args: [to, rawAmount] });
  }

  /** An NFT that farms in its owner's wallet has the farm's rewards, as far as the farm has their tokens. */
  async function expectFarmed(algebra: AlgebraLab, namesFarm: boolean): Promise<void> {
    const { manager, factory, pool } = algebra;
    await give(FARMER, UNIT);
    const tokenId = await algebra.mint(FARMER, [-600, 600], UNIT);
    const farm = await deployContract(lab, compileTestContract("AlgebraFarmStandIn"), [manager.address], ALICE);
    await manager.write(ALICE, "setFarmingCenter", [farm.address]);
    await manager.write(FARMER, "approveForFarming", namesFarm ? [tokenId, true, farm.address] : [tokenId, true]);
    const [rewardToken, bonusRewardToken] = v3.tokens;
    await farm.write(FARMER, "enterFarming", [{ rewardToken, bonusRewardToken, pool, nonce: 1n }, tokenId]);
    await give(farm.address, 100n);
    await lab.warp(60);
    const { timestamp } = await lab.client.getBlock();
    const { positions } = await lab.listPositions(fork, { factory: factory.address }, FARMER);
    const farmed = await farm.view<bigint>("since", [tokenId]);
    const rewards = [
      { token: rewardToken, rawAmount: timestamp - farmed },
      { token: bonusRewardToken, rawAmount: 100n }, // twice as much is more than the farm has
    ];
    expect(positions).toMatchObject([{ name: "Farming", pool: { controller: pool }, detail: { rewards } }]);

    const impostor = await deployContract(lab, compileTestContract("ReplayStandIn"), [], ALICE);
    const naming = [toFunctionSelector("farmingCenter()"), pad(farm.address)] as const;
    const ofToken = concat([toFunctionSelector("tokenFarmedIn(uint256)"), numberToHex(tokenId, { size: 32 })]);
    await impostor.write(ALICE, "recordAll", [
      [naming[0], ofToken],
      [naming[1], naming[1]],
    ]);
    const context = (await openAt(lab, { factory: factory.address })).context as OwnerContext<RangeContracts>;
    const paid = async ({ address }: TestContract) =>
      [...(await readFarmed(context, address, [tokenId], createLimits())).values()].flat();
    expect(await paid(manager)).toHaveLength(2);
    expect(await paid(impostor)).toEqual([]); // its NFT of the same id farms nowhere
  }

  /** An NFT that a farm of Algebra 1 holds is its depositor's, once. */
  async function expectHeld(algebra: AlgebraLab): Promise<void> {
    const { manager, factory } = algebra;
    await give(HOLDER, UNIT);
    const tokenId = await algebra.mint(HOLDER, [-600, 600], UNIT);
    const { principal } = await readPayout(lab, manager, HOLDER, tokenId);
    const args = [manager.address, factory.address];
    const holder = await deployContract(lab, compileTestContract("AlgebraFarmStandIn", "AlgebraHolderStandIn"), args);
    await manager.write(HOLDER, "approve", [holder.address, tokenId]);
    await holder.write(HOLDER, "deposit", [tokenId]);
    await holder.write(HOLDER, "give", [tokenId, VICTIM]);
    await holder.write(HOLDER, "give", [1n, VICTIM]); // not held
    const find = async (owner: Address) => {
      const { positions } = await lab.listPositions(fork, { factory: factory.address }, owner);
      return positions.filter(({ pool }) => pool.controller === holder.address);
    };
    const supplies = v3.tokens.map((token, side) => ({ token, rawAmount: principal[side] }));
    expect(await find(HOLDER)).toMatchObject([
      { name: "Farming", positionIndex: String(tokenId), detail: { supplies } },
    ]);
    expect(await find(VICTIM)).toEqual([]);

    const { context, reader } = await openAt(lab, { factory: factory.address });
    const nfts = new Map([[holder.address, Array.from({ length: 3_000 }, (_, index) => BigInt(index))]]);
    const flooded = { ...context, owner: VICTIM, nfts, receipts: [], interactions: [] } as OwnerContext<RangeContracts>;
    await algebraFarms.listPositions(flooded, createLimits());
    expect(reader.callCount).toBeLessThan(1_000);
  }

  it.each(["core-v1", "core", "integral-core"])("has the layouts of @cryptoalgebra/%s", (name) => {
    const path = "artifacts/contracts/AlgebraPool.sol/AlgebraPool.json";
    const { abi } = loadArtifact(`@cryptoalgebra/${name}`, path, {}, import.meta.url);
    const outputs = (view: string) =>
      abi.find((one): one is AbiFunction => "name" in one && one.name === view)!.outputs;
    const indexOf = (view: string, output: string) => outputs(view).findIndex((one) => one.name === output);
    const find = <Layout extends { length: number }>(layouts: readonly Layout[], view: string) =>
      layouts.toSorted((one, other) => other.length - one.length).find(({ length }) => length <= outputs(view).length);
    expect(find(algebraDialect.ticks, "ticks")?.growth).toBe(indexOf("ticks", "outerFeeGrowth0Token"));
    expect(find(algebraDialect.accounts, "positions")?.growth).toBe(indexOf("positions", "innerFeeGrowth0Token"));
  });
});

describe("trader-joe-lb", () => {
  const fork = asAdapter(traderJoeLbFamily);
  const standIn = (name: string) => compileTestContract("LiquidityBookStandIn", name);

  /** Of a pair's hook, and of the hook that this one has. */
  async function expectHookRewards(pair: TestContract, factory: TestContract, ids: readonly bigint[]): Promise<void> {
    const [token, extraToken] = v3.tokens;
    const extra = await deployContract(lab, standIn("LbHookStandIn"), [pair.address, extraToken, ZERO_ADDRESS]);
    const hook = await deployContract(lab, standIn("LbHookStandIn"), [pair.address, token, extra.address]);
    await pair.write(ALICE, "setHook", [hook.address]);
    const transfer = { abi: tokenAbi, functionName: "transfer" } as const;
    const rawAmount = await hook.view<bigint>("getPendingRewards", [VICTIM, ids]);
    await lab.write(ALICE, { ...transfer, to: token, args: [hook.address, rawAmount + 1n] });
    await lab.write(ALICE, { ...transfer, to: extraToken, args: [extra.address, 3n] });
    const rewards = [
      { token, rawAmount },
      { token: extraToken, rawAmount: 3n }, // as far as it has them
    ];
    const { positions } = await lab.listPositions(fork, { factory: factory.address }, VICTIM);
    expect(positions).toMatchObject([{ detail: { rewards } }]);
  }

  it.each([
    ["2.1", "LbPairStandIn"],
    ["2.0", "LegacyLbPairStandIn"],
  ])("shows what burning the shares of all bins pays, in version %s", async (version, name) => {
    const factory = await deployContract(lab, standIn("LiquidityBookStandIn"), [], ALICE);
    await factory.write(ALICE, "create", [...v3.tokens, 20, version === "2.0"]);
    const pair = contractAt(lab, standIn(name).abi, await factory.view<Address>("getLBPairAtIndex", [0n]));
    for (const owner of [ALICE, VICTIM]) await fundAndApprove(owner, pair.address);
    const ids = [8_388_610n, 8_388_609n, 8_388_611n];
    await pair.write(ALICE, "deposit", [ids, 70n * UNIT, 30n * UNIT, 10n ** 21n]);
    await pair.write(VICTIM, "deposit", [ids.slice(1), 7n * UNIT, 11n * UNIT, 10n ** 20n + 7n]);
    await pair.write(ALICE, "add", [ids[1], 12_345_678_901n, 1n]);
    const contracts = { factory: factory.address };
    for (const [at, owner] of [ALICE, VICTIM].entries()) {
      const own = ids.slice(at);
      const amounts = await Promise.all(own.map((id) => pair.view<bigint>("balanceOf", [owner, id])));
      const call = { to: pair.address, abi: pair.abi, functionName: "burn", args: [owner, owner, own, amounts] };
      const paid = await simulate<readonly [bigint, bigint]>(lab, owner, call);
      const { positions } = await lab.listPositions(fork, contracts, owner);
      const supplies = v3.tokens.map((token, side) => ({ token, rawAmount: paid[side] }));
      expect(positions).toEqual([
        {
          name: "Liquidity Pool",
          detail: { type: "common", supplies, rewards: [] },
          pool: { controller: pair.address },
        },
      ]);
    }
    const held = await Promise.all(
      v3.tokens.map((token) => contractAt(lab, tokenAbi, token).view("balanceOf", [pair.address])),
    );
    const supplies = v3.tokens.map((token, side) => ({ token, rawAmount: held[side] }));
    expect(await lab.listPools(fork, contracts)).toMatchObject([{ pool: { controller: pair.address }, supplies }]);
    if (version !== "2.0") return expectHookRewards(pair, factory, ids);

    await pair.write(ALICE, "owe", [VICTIM, 5n, 2n ** 200n]); // the pair has less
    const [{ detail } = { detail: undefined }] = (await lab.listPositions(fork, contracts, VICTIM)).positions;
    const rest = (held[1] as bigint) - (detail as { supplies: { rawAmount: bigint }[] }).supplies[1]!.rawAmount;
    expect(detail).toMatchObject({ rewards: [{ rawAmount: 5n }, { rawAmount: rest }] });
  });
});

describe("uniswap-v4", () => {
  it("shows NFTs of PancakeSwap Infinity's forks as their manager has them", async () => {
    const standIn = compileTestContract("InfinityStandIn");
    const manager = await deployContract(lab, standIn, [v3Pool, v3.contracts.positions], ALICE);
    const { abi } = compileTestContract("InfinityStandIn", "InfinityPositionsStandIn");
    const nfts = contractAt(lab, abi, await manager.view<Address>("positions"));
    const tokenIds = [1n, 2n];
    for (const tokenId of tokenIds) await nfts.write(ALICE, "show", [tokenId]);
    const contracts = { manager: manager.address };
    const fork = asAdapter(uniswapV4Family);
    const { positions } = await lab.listPositions(fork, contracts, ALICE);
    const source = contractAt(lab, v3PositionsAbi, v3.contracts.positions);
    for (const [at, tokenId] of tokenIds.entries()) {
      const { principal, fees } = await readPayout(lab, source, ALICE, tokenId);
      const name = (amounts: readonly bigint[]) =>
        v3.tokens.map((token, side) => ({ token, rawAmount: amounts[side]! }));
      const rewards = name(fees).filter(({ rawAmount }) => rawAmount > 0n);
      expect(positions[at]).toMatchObject({
        detail: { type: "common", supplies: name(principal), rewards },
        pool: { controller: manager.address },
        positionIndex: String(tokenId),
      });
    }
    expect(positions).toHaveLength(tokenIds.length);
    const check = async (address: Address) => uniswapV4Family.check?.((await open({ manager: address })).context);
    expect(await check(manager.address)).toBeUndefined();
    expect(await check(v3Pool)).toBe("vault() does not respond");
  });
});

describe("iziswap", () => {
  it("shows what NFTs paid on its own contracts, from their recorded state", async () => {
    const izi = await deployContract(lab, compileTestContract("ReplayStandIn"), [], ALICE);
    const words = (values: readonly unknown[]) =>
      concat(["0x", ...values.map((value) => numberToHex(asWord(value), { size: 32 }))]);
    const record = (view: string, args: readonly unknown[], result: readonly unknown[]) => {
      const call = concat([toFunctionSelector(view), words(args)]);
      return izi.write(ALICE, "record", [call, words(result)]);
    };
    const meta = [...v3.tokens, FEE];
    await record("factory()", [], [izi.address]);
    await record("poolMetas(uint128)", [1n], meta);
    await record("pool(address,address,uint24)", meta, [izi.address]);
    await record("state()", [], recorded.state);
    for (const [at, view] of ["feeScaleX_128()", "feeScaleY_128()"].entries()) {
      await record(view, [], [recorded.scales[at]]);
    }
    for (const [id, { liquidities, left, right, account }] of recorded.nfts.entries()) {
      const [tickLower, tickUpper] = [Number(liquidities[0]), Number(liquidities[1])];
      await record("liquidities(uint256)", [id], liquidities);
      await record("points(int24)", [tickLower], left);
      await record("points(int24)", [tickUpper], right);
      await record("liquidity(bytes32)", [toHashedKey(izi.address, { tickLower, tickUpper })], account);
      await record("ownerOf(uint256)", [id], [ALICE]);
      await izi.write(ALICE, "emitTransfer", [ALICE, id]);
    }
    for (const to of v3.tokens) {
      await lab.write(ALICE, { to, abi: tokenAbi, functionName: "transfer", args: [izi.address, 10n ** 24n] });
    }
    const fork = asAdapter(iziswapFamily);
    const { positions } = await lab.listPositions(fork, { manager: izi.address }, ALICE);
    const name = (amounts: readonly string[]) =>
      v3.tokens.map((token, side) => ({ token, rawAmount: BigInt(amounts[side] ?? 0) }));
    expect(positions.map(({ detail }) => detail)).toEqual(
      recorded.nfts.map(({ paid, fees }) => {
        const rewards = name(fees).filter(({ rawAmount }) => rawAmount > 0n);
        return { type: "common", supplies: name(paid), rewards };
      }),
    );
    const check = async (manager: Address) => iziswapFamily.check?.((await open({ manager })).context);
    expect(await check(izi.address)).toBeUndefined();
    expect(await check(ALICE)).toBe("factory() does not respond");
  });
});

/** A word of a number, or of an address or another number as text. */
const asWord = (value: unknown): bigint => BigInt.asUintN(256, BigInt(value as string));

async function fundAndApprove(owner: Address, spender: Address): Promise<void> {
  for (const to of v3.tokens) {
    await lab.write(ALICE, { to, abi: tokenAbi, functionName: "transfer", args: [owner, 10n ** 24n] });
    await lab.write(owner, { to, abi: tokenAbi, functionName: "approve", args: [spender, 10n ** 40n] });
  }
}
