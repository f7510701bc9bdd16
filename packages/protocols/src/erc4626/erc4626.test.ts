import { chains, getChain, listAaveTokens } from "@portico/evm";
import type { Address } from "@portico/evm";
import { getCreationCode, loadArtifact } from "@portico/devnet";
import type { Artifact } from "@portico/devnet";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createErc4626Family } from "../families/erc4626.ts";
import type { Erc4626Contracts } from "../families/vaultState.ts";
import type { Position } from "../position.ts";
import { createChainReader, openContext } from "../chainReader.ts";
import { compileTestContract } from "../testing/contracts.ts";
import { startLab } from "../testing/lab.ts";
import type { Lab } from "../testing/lab.ts";
import { deployContract, contractAt } from "../testing/testContract.ts";
import type { TestContract } from "../testing/testContract.ts";
import { deployToken, tokenAbi } from "../testing/tokens.ts";
import { vaultCuratorsFamily } from "../families/vault-curators/vaultCurators.ts";
import { morphoVaultFactoriesFamily } from "../families/morpho-vault-factories/morphoVaultFactories.ts";
import { familyAdapter } from "../testing/familyAdapter.ts";
import { erc4626 } from "./erc4626.ts";

const ALICE: Address = "0x00000000000000000000000000000000000a11ce";
const BOB: Address = "0x0000000000000000000000000000000000000b0b";
const ELSEWHERE: Address = "0x00000000000000000000000000000000000e15e0";
const artifacts = { honest: compileTestContract("InvestingVault"), lying: compileTestContract("LyingVault") };
const preset = loadArtifact("@openzeppelin/contracts", "build/contracts/ERC20PresetMinterPauser.json");
const NO_FACTORIES: Erc4626Contracts = { factories: [] };
const WHOLE = 10n ** 18n;

let lab: Lab;
let coin: TestContract;

beforeAll(async () => {
  lab = await startLab();
});
afterAll(() => lab.stop());

/** A vault of a new token that Alice holds. */
async function startVault(exitFee = 0n): Promise<TestContract> {
  coin = contractAt(lab, tokenAbi, await deployToken(lab, "COIN", ALICE));
  await coin.write(ALICE, "mint", [ALICE, 1_000_000n * WHOLE]);
  const vault = await deployContract(lab, artifacts.honest, [coin.address, exitFee]);
  await coin.write(ALICE, "approve", [vault.address, 2n ** 256n - 1n]);
  return vault;
}

async function installToken(address: Address): Promise<TestContract> {
  await lab.install(address, getCreationCode(preset, ["COIN", "COIN"]), ALICE);
  const token = contractAt(lab, tokenAbi, address);
  await token.write(ALICE, "mint", [ALICE, 1_000_000n]);
  return token;
}

async function listOf(
  vault: TestContract,
  owner: Address,
  { adapter = erc4626, contracts = NO_FACTORIES } = {},
): Promise<Position[]> {
  const { positions, stages } = await lab.listPositions(adapter, contracts, owner);
  expect(stages).toBeLessThanOrEqual(3);
  return positions.filter(({ pool }) => pool.controller === vault.address);
}

const yieldOf = (vault: TestContract, rawAmount: bigint, description?: string): Position => ({
  name: "Yield",
  pool: { controller: vault.address },
  detail: {
    type: "common",
    supplies: [{ token: coin.address, rawAmount }],
    ...(description !== undefined && { description }),
  },
});

const trusting = (vault: TestContract) => ({ ...erc4626, ...createErc4626Family(() => [vault.address]) });

const redeem = async (vault: TestContract, owner: Address, shares: bigint): Promise<bigint> => {
  const call = { account: owner, address: vault.address, abi: artifacts.honest.abi, functionName: "redeem" };
  return (await lab.client.simulateContract({ ...call, args: [shares, owner, owner] })).result;
};

describe("a listed vault", () => {
  const listed = familyAdapter(vaultCuratorsFamily);
  const toRow = (addresses: Record<string, Address[]>) => vaultCuratorsFamily.toContracts(addresses, { chain: "eth" });
  const identify = async (
    vault: TestContract,
    rows: Record<string, Address[]>[],
    ...others: ReturnType<typeof toRow>[]
  ) => {
    const block = await lab.client.getBlock();
    const at = { blockNumber: block.number, timeAt: Number(block.timestamp) };
    const reading = { rpc: lab.client, chain: getChain("eth"), block: at, memory: new Map() };
    const contracts = [...rows.map(toRow), ...others];
    const context = { ...openContext(reading, createChainReader(reading), contracts), contracts };
    return [...(await listed.identifyForks!(context, [vault.address, coin.address]))];
  };

  test("is its protocol's by its address or its owner, with the same position as an unlisted one", async () => {
    const vault = await startVault();
    await vault.write(ALICE, "deposit", [500n, BOB]);
    const receipt = (fork: number) => [[vault.address, { fork, identity: "receipt" }]];
    expect(await identify(vault, [{ vault: [coin.address] }, { vault: [ELSEWHERE, vault.address] }])).toEqual(
      receipt(1),
    );
    expect(await identify(vault, [{ morphoVaultOwner: [ALICE] }, { owner: [BOB] }])).toEqual([]);
    await vault.write(ALICE, "setOwner", [BOB]);
    expect(await identify(vault, [{ morphoVaultOwner: [ALICE] }, { owner: [BOB] }])).toEqual(receipt(1));
    expect(await identify(vault, [{ owner: [BOB] }, { vault: [vault.address] }])).toEqual(receipt(1));
    const position = await lab.listPositions(listed, toRow({ vault: [vault.address] }), BOB);
    expect(position.positions).toEqual([yieldOf(vault, 500n)]);
    // assets elsewhere count no more than those of an unlisted vault
    await vault.write(ALICE, "invest", [ELSEWHERE, 200n]);
    expect(await identify(vault, [{ vault: [vault.address] }])).toEqual([]);
  });

  test("is its factory's if neither its address nor its owner is listed", async () => {
    const vault = await startVault();
    await vault.write(ALICE, "deposit", [500n, BOB]);
    const factory = await deployContract(lab, compileTestContract("VaultFactory"));
    await factory.write(ALICE, "add", [vault.address]);
    const made = morphoVaultFactoriesFamily.toContracts({ vaultFactory: [factory.address] }, { chain: "eth" });
    expect(await identify(vault, [{ owner: [ELSEWHERE] }], made)).toEqual([
      [vault.address, { fork: 1, identity: "receipt" }],
    ]);
    const pools = await lab.listPools(familyAdapter(morphoVaultFactoriesFamily), made);
    expect(pools).toMatchObject([{ pool: { controller: vault.address }, isNested: true }]);
    await vault.write(ALICE, "setOwner", [ELSEWHERE]);
    expect(await identify(vault, [{ owner: [ELSEWHERE] }], made)).toEqual([
      [vault.address, { fork: 0, identity: "receipt" }],
    ]);
  });

  test("is checked by its own views", async () => {
    const vault = await startVault();
    const check = async (addresses: Record<string, Address[]>) => {
      const block = await lab.client.getBlock();
      const at = { blockNumber: block.number, timeAt: Number(block.timestamp) };
      const reading = { rpc: lab.client, chain: getChain("eth"), block: at, memory: new Map() };
      const contracts = toRow(addresses);
      return listed.check!({ ...openContext(reading, createChainReader(reading), contracts), contracts });
    };
    expect(await check({ vault: [ELSEWHERE, vault.address] })).toBeUndefined();
    expect(await check({ vault: [ELSEWHERE] })).toMatch(/asset\(\)/);
    expect(await check({ owner: [ALICE] })).toBeUndefined();
    expect(await check({ vault: [ELSEWHERE], owner: [ALICE] })).toBeUndefined();
  });
});

describe("an honest vault", () => {
  test.for([
    ["no fee", 0n],
    ["a fee of 1.37 % on leaving", 137n],
  ] as const)("is worth what redeeming pays, through deposits, yield and withdrawals, with %s", async ([, fee]) => {
    const vault = await startVault(fee);
    const steps = [
      () => vault.write(ALICE, "deposit", [1_000n * WHOLE + 7n, BOB]),
      () => vault.write(ALICE, "deposit", [333n, ALICE]),
      () => coin.write(ALICE, "transfer", [vault.address, 77n * WHOLE + 3n]), // yield
      () => vault.write(ALICE, "deposit", [123n * WHOLE, BOB]),
      () => vault.write(BOB, "redeem", [400n * WHOLE + 1n, BOB, BOB]),
    ];
    for (const step of steps) {
      await step();
      const shares = await vault.view<bigint>("balanceOf", [BOB]);
      const paid = await redeem(vault, BOB, shares);
      expect(await vault.view<bigint>("previewRedeem", [shares])).toBe(paid);
      expect(await listOf(vault, BOB)).toEqual([yieldOf(vault, paid)]);
    }
    const pools = await lab.listPools(erc4626, NO_FACTORIES);
    const pool = pools.find(({ pool: { controller } }) => controller === vault.address);
    expect(pool).toMatchObject({
      supplies: [{ token: coin.address, rawAmount: await coin.view("balanceOf", [vault.address]) }],
      rawShares: await vault.view("totalSupply"),
      depositors: { by: "receipt", token: vault.address },
    });
    await vault.write(BOB, "redeem", [await vault.view("balanceOf", [BOB]), BOB, BOB]);
    expect(await listOf(vault, BOB)).toEqual([]);
  });

  test("whose first depositor lost to an inflation attack is worth what redeeming pays", async () => {
    const vault = await startVault();
    await vault.write(ALICE, "deposit", [1n, ALICE]);
    await coin.write(ALICE, "transfer", [vault.address, 1_000n * WHOLE]);
    await vault.write(ALICE, "deposit", [1_500n * WHOLE, BOB]);
    const [mine, theirs] = [
      await redeem(vault, ALICE, 1n),
      await redeem(vault, BOB, await vault.view("balanceOf", [BOB])),
    ];
    expect(await listOf(vault, ALICE)).toEqual([yieldOf(vault, mine)]);
    expect(await listOf(vault, BOB)).toEqual([yieldOf(vault, theirs)]);
  });

  test("from a trusted source is worth what it reports, wherever its assets are", async () => {
    const vault = await startVault();
    await vault.write(ALICE, "deposit", [500n, BOB]);
    await vault.write(ALICE, "invest", [ELSEWHERE, 500n]);
    expect(await listOf(vault, BOB, { adapter: trusting(vault) })).toEqual([yieldOf(vault, 500n)]);
  });

  test("that was robbed is worth the remainder, down to nothing", async () => {
    const vault = await startVault();
    await vault.write(ALICE, "deposit", [500n, BOB]);
    for (const left of [3n, 0n]) {
      await coin.write(vault.address, "transfer", [
        ELSEWHERE,
        (await coin.view<bigint>("balanceOf", [vault.address])) - left,
      ]);
      const paid = await redeem(vault, BOB, 500n);
      expect(paid).toBeLessThanOrEqual(left);
      expect(await listOf(vault, BOB)).toEqual([yieldOf(vault, paid)]);
    }
  });

  test("of another vault's shares is valued in these shares", async () => {
    const inner = await startVault();
    await inner.write(ALICE, "deposit", [900n, ALICE]);
    const outer = await deployContract(lab, artifacts.honest, [inner.address, 0n]);
    await inner.write(ALICE, "approve", [outer.address, 900n]);
    await outer.write(ALICE, "deposit", [600n, BOB]);
    const [position] = await listOf(outer, BOB);
    expect(position?.detail).toEqual({ type: "common", supplies: [{ token: inner.address, rawAmount: 600n }] });
    const pools = await lab.listPools(erc4626, NO_FACTORIES);
    const isNested = (vault: TestContract) => pools.find(({ pool }) => pool.controller === vault.address)?.isNested;
    expect([isNested(outer), isNested(inner)]).toEqual([true, false]);
  });

  test("that is paused keeps its position, with nothing known to be paid", async () => {
    const vault = await startVault();
    await vault.write(ALICE, "deposit", [900n, BOB]);
    const healthy = await startVault();
    await healthy.write(ALICE, "deposit", [5n, BOB]);
    const context = await contextOf([vault, healthy], async () => vault.write(ALICE, "pause"));
    expect(
      context.map(({ detail }) => detail.type === "common" && [detail.supplies[0]?.rawAmount, detail.description]),
    ).toEqual([
      [0n, "The vault does not report what redeeming would pay."],
      [5n, undefined],
    ]);
  });
});

test("a vault that stops responding keeps its position, valued at nothing, beside those that respond", async () => {
  const healthy = await startVault();
  await healthy.write(ALICE, "deposit", [5n, BOB]);
  const dead = await deployContract(lab, artifacts.honest, [coin.address, 0n]);
  const memory = new Map();
  const list = async () => {
    const block = { blockNumber: await lab.client.getBlockNumber(), timeAt: 0 };
    const reading = { rpc: lab.client, chain: getChain("eth"), block, memory };
    const context = { ...openContext(reading, createChainReader(reading), NO_FACTORIES), contracts: NO_FACTORIES };
    const receipts = [dead.address, healthy.address];
    return erc4626.listPositions!({ ...context, owner: BOB, receipts, nfts: new Map(), interactions: [] });
  };
  expect(await list()).toEqual([yieldOf(healthy, 5n)]);
  await lab.setCode(dead.address, "0xfe");
  expect(await list()).toEqual([yieldOf(dead, 0n, "The vault does not respond."), yieldOf(healthy, 5n)]);
});

/** Bob's positions in vaults that were identified before an event. */
async function contextOf(vaults: readonly TestContract[], happen: () => Promise<unknown>): Promise<Position[]> {
  await happen();
  const tokens = vaults.map(({ address }) => address);
  const { positions } = await lab.listPositions({ ...erc4626, signals: () => ({ tokens }) }, NO_FACTORIES, BOB);
  return tokens.flatMap((address) => positions.filter(({ pool }) => pool.controller === address));
}

describe("assets that a vault invested elsewhere", () => {
  test("count if a trusted factory created the vault", async () => {
    const factory = await deployContract(lab, compileTestContract("VaultFactory"));
    const contracts: Erc4626Contracts = { factories: [{ address: factory.address, view: "isMetaMorpho" }] };
    for (const isMade of [true, false]) {
      const vault = await startVault();
      if (isMade) await factory.write(ALICE, "add", [vault.address]);
      await vault.write(ALICE, "deposit", [1_000n, BOB]);
      await vault.write(ALICE, "invest", [ELSEWHERE, 900n]);
      expect(await listOf(vault, BOB, { contracts })).toEqual(isMade ? [yieldOf(vault, 1_000n)] : []);
    }
  });

  test("count if held as Aave receipts, at their worth", async () => {
    const [row] = listAaveTokens("eth");
    if (row === undefined) throw new Error("no receipts are known");
    coin = await installToken(row.underlying);
    const lent = await installToken(row.token);
    const vault = await deployContract(lab, artifacts.honest, [coin.address, 0n]);
    await coin.write(ALICE, "approve", [vault.address, 1_000n]);
    await vault.write(ALICE, "deposit", [1_000n, BOB]);
    await vault.write(ALICE, "invest", [lent.address, 900n]);
    expect(await listOf(vault, BOB)).toEqual([]);
    await lent.write(ALICE, "mint", [vault.address, 900n]);
    expect(await listOf(vault, BOB)).toEqual([yieldOf(vault, 1_000n)]);
  });

  test("count less the debt against them", async () => {
    const row = listAaveTokens("eth").findLast(({ underlying }) => underlying !== listAaveTokens("eth")[0]?.underlying);
    if (row === undefined) throw new Error("no receipts are known");
    coin = await installToken(row.underlying);
    const lent = await installToken(row.token);
    const vault = await deployContract(lab, artifacts.honest, [coin.address, 0n]);
    await coin.write(ALICE, "approve", [vault.address, 1_000n]);
    await vault.write(ALICE, "deposit", [1_000n, BOB]);
    const positions = await contextOf([vault], async () => {
      await vault.write(ALICE, "invest", [lent.address, 1_000n]);
      await lent.write(ALICE, "mint", [vault.address, 14_000n]);
      await lab.install(row.pool, getCreationCode(compileTestContract("OwingPool"), []), ALICE);
    });
    expect(positions).toEqual([yieldOf(vault, 1_000n)]);
    const half = await contextOf([vault], () => lent.write(vault.address, "transfer", [BOB, 7_000n]));
    expect(half).toEqual([yieldOf(vault, 500n, "Only the vault's own assets are counted.")]);
  });

  test("don't make a receipt of a token without a trusted source", async () => {
    const vault = await startVault();
    await vault.write(ALICE, "deposit", [1_000n, BOB]);
    await vault.write(ALICE, "invest", [ELSEWHERE, 2n]);
    expect(await listOf(vault, BOB)).toEqual([]);
  });

  test("don't count after they leave an identified vault", async () => {
    const vault = await startVault();
    await vault.write(ALICE, "deposit", [1_000n, BOB]);
    const positions = await contextOf([vault], () => vault.write(ALICE, "invest", [ELSEWHERE, 900n]));
    expect(positions).toEqual([yieldOf(vault, 100n, "Only the vault's own assets are counted.")]);
  });
});

describe("a lying vault", () => {
  const startLiar = async (artifact: Artifact, totalAssets: bigint, rate: bigint): Promise<TestContract> => {
    coin = contractAt(lab, tokenAbi, await deployToken(lab, "COIN", ALICE));
    return deployContract(lab, artifact, [coin.address, totalAssets, rate, BOB]);
  };

  test.for([
    ["promises assets that it doesn't have", 10n ** 30n, 10n ** 28n],
    ["promises more than it reports", 0n, 1n],
  ] as const)("with %s is not identified as a vault", async ([, totalAssets, rate]) => {
    const liar = await startLiar(artifacts.lying, totalAssets, rate);
    expect(await listOf(liar, BOB)).toEqual([]);
  });

  test("is worth at most what it holds, once it was identified", async () => {
    const liar = await startLiar(artifacts.lying, 0n, 0n);
    await coin.write(ALICE, "mint", [liar.address, 5_000n]);
    const inflated = await contextOf([liar], () => liar.write(ALICE, "claim", [10n ** 60n, 10n ** 58n]));
    expect(inflated).toEqual([yieldOf(liar, 5_000n, "Only the vault's own assets are counted.")]);
    const contradicting = await contextOf([liar], () => liar.write(ALICE, "claim", [300n, 10n ** 58n]));
    expect(contradicting).toEqual([yieldOf(liar, 300n)]);
  });

  test("is not a vault if its asset is itself, or not a token", async () => {
    const self = await startLiar(artifacts.lying, 100n, 1n);
    const nobody = await deployContract(lab, artifacts.lying, [ELSEWHERE, 100n, 1n, BOB]);
    expect([...(await listOf(self, BOB)), ...(await listOf(nobody, BOB))]).toEqual([]);
  });
});

test("the factories of every chain are addresses, and the chains are ours", () => {
  const rows = chains.flatMap(({ slug }) => erc4626.deployments[slug]?.factories ?? []);
  expect(rows.length).toBeGreaterThan(20);
  for (const { address } of rows) expect(address).toMatch(/^0x[0-9a-f]{40}$/);
});
