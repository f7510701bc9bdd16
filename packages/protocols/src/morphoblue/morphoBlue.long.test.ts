import { getChain } from "@portico/evm";
import type { Address, Hex } from "@portico/evm";
import { createCompiler } from "@portico/devnet";
import { encodeAbiParameters, keccak256, maxUint256, parseAbiParameters } from "viem";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { PositionDetail } from "../position.ts";
import { createChainReader, openContext } from "../chainReader.ts";
import { ensureHeavy, HEAVY } from "../testing/heavy.ts";
import { startLab } from "../testing/lab.ts";
import type { Lab } from "../testing/lab.ts";
import { anyTokenAbi, deployContract, contractAt } from "../testing/testContract.ts";
import type { TestContract } from "../testing/testContract.ts";
import { simulate } from "../testing/simulate.ts";
import { deployToken } from "../testing/tokens.ts";
import { morphoBlueFamily } from "../families/morpho-blue/morphoBlue.ts";
import { familyAdapter } from "../testing/familyAdapter.ts";
import { morphoblue } from "./morphoBlue.ts";

const ADMIN: Address = "0x0000000000000000000000000000000000000ad1";
const ALICE: Address = "0x00000000000000000000000000000000000a11ce";
const BOB: Address = "0x0000000000000000000000000000000000000b0b";
const DAY_S = 86_400;
const UNIT = 10n ** 18n;
const PRICE = 2000n * 10n ** 36n;

let lab: Lab;
let morpho: TestContract;
let oracle: TestContract;
let usd: TestContract;
let eth: TestContract;
let params: { loanToken: Address; collateralToken: Address; oracle: Address; irm: Address; lltv: bigint };
let id: Hex;

beforeAll(async () => {
  await ensureHeavy();
  lab = await startLab();
  const compile = createCompiler({
    folder: import.meta.dirname,
    from: HEAVY,
    solc: "solc",
    settings: { optimizer: { enabled: true, runs: 200 }, viaIR: true, evmVersion: "paris" },
  });
  const source = (path: string, name: string) => compile(`@morpho-org/morpho-blue/src/${path}.sol`, name);
  morpho = await deployContract(lab, source("Morpho", "Morpho"), [ADMIN]);
  oracle = await deployContract(lab, source("mocks/OracleMock", "OracleMock"));
  const irm = await lab.deploy(source("mocks/IrmMock", "IrmMock"));
  usd = contractAt(lab, anyTokenAbi, await deployToken(lab, "USD", ADMIN));
  eth = contractAt(lab, anyTokenAbi, await deployToken(lab, "ETH", ADMIN));
  const lltv = (UNIT * 86n) / 100n;
  params = { loanToken: usd.address, collateralToken: eth.address, oracle: oracle.address, irm, lltv };
  await oracle.write(ADMIN, "setPrice", [PRICE]);
  await morpho.write(ADMIN, "enableIrm", [irm]);
  await morpho.write(ADMIN, "enableLltv", [lltv]);
  await morpho.write(ADMIN, "setFeeRecipient", [ADMIN]);
  await morpho.write(ADMIN, "createMarket", [params]);
  await morpho.write(ADMIN, "setFee", [params, UNIT / 10n]);
  const types = parseAbiParameters("address, address, address, address, uint256");
  id = keccak256(encodeAbiParameters(types, [usd.address, eth.address, oracle.address, irm, lltv]));
  for (const owner of [ALICE, BOB]) {
    for (const token of [usd, eth]) {
      await token.write(ADMIN, "mint", [owner, 1_000_000n * UNIT]);
      await token.write(owner, "approve", [morpho.address, maxUint256]);
    }
  }
}, 300_000);
afterAll(() => lab.stop());

type Lending = Extract<PositionDetail, { type: "lending" }>;

async function readLending(owner: Address): Promise<Lending> {
  const { positions, stages } = await lab.listPositions(morphoblue, { morpho: morpho.address }, owner);
  expect(positions).toHaveLength(1);
  expect(stages).toBeLessThanOrEqual(2);
  const [position] = positions;
  expect(position).toMatchObject({ name: "Lending", pool: { controller: morpho.address, index: id } });
  if (position?.detail.type !== "lending") throw new Error("no lending position");
  return position.detail;
}

/** A function's result for a caller at the latest block; state changes are discarded. */
async function read(account: Address, functionName: string, args: readonly unknown[]): Promise<readonly bigint[]> {
  const blockNumber = await lab.client.getBlockNumber();
  const call = { account, address: morpho.address, abi: morpho.abi, functionName, args, blockNumber };
  const { result }: { result: readonly bigint[] } = await lab.client.simulateContract(call);
  return result;
}

const readStake = async (owner: Address) => {
  const [supplyShares, borrowShares, collateral] = await morpho.view<[bigint, bigint, bigint]>("position", [id, owner]);
  return { supplyShares, borrowShares, collateral };
};

test("a supply is worth what withdrawing all of it pays, after days of interest less the fee", async () => {
  await morpho.write(BOB, "supply", [params, 100_000n * UNIT, 0n, BOB, "0x"]);
  await morpho.write(ALICE, "supplyCollateral", [params, 10n * UNIT, ALICE, "0x"]);
  await morpho.write(ALICE, "borrow", [params, 9_000n * UNIT, 0n, ALICE, ALICE]);
  await lab.warp(60 * DAY_S);
  const { supplies, borrows, healthRate } = await readLending(BOB);
  const { supplyShares } = await readStake(BOB);
  // not everything can be withdrawn while some is borrowed: withdraw half
  const [half] = await read(BOB, "withdraw", [params, 0n, supplyShares / 2n, BOB, BOB]);
  expect(supplies).toEqual([{ token: usd.address, rawAmount: expect.any(BigInt), isCollateral: false }]);
  expect(supplies[0]!.rawAmount - half! * 2n).toBeGreaterThanOrEqual(0n);
  expect(supplies[0]!.rawAmount - half! * 2n).toBeLessThanOrEqual(2n);
  expect(supplies[0]!.rawAmount).toBeGreaterThan(100_000n * UNIT);
  expect(supplies[0]!.rawAmount).toBe(await readLent(supplyShares));
  expect({ borrows, healthRate }).toEqual({ borrows: [], healthRate: null });
  const fork = morphoBlueFamily.toContracts({ morpho: [morpho.address] }, { chain: "eth" });
  for (const owner of [ALICE, BOB]) {
    const own = await lab.listPositions(morphoblue, { morpho: morpho.address }, owner);
    expect(await lab.listPositions(familyAdapter(morphoBlueFamily), fork, owner)).toMatchObject({
      positions: own.positions,
    });
  }
});

/** Assets of shares after the market accrued its own interest up to the block. */
async function readLent(shares: bigint): Promise<bigint> {
  const [, [supplyAssets, supplyShares]] = (await simulate(lab, [
    [morpho, "accrueInterest", [params]],
    [morpho, "market", [id]],
  ])) as [unknown, bigint[]];
  return (shares * (supplyAssets! + 1n)) / (supplyShares! + 10n ** 6n);
}

test("a debt costs what repaying all of it costs", async () => {
  const { supplies, borrows } = await readLending(ALICE);
  const { borrowShares } = await readStake(ALICE);
  const [cost] = await read(ALICE, "repay", [params, 0n, borrowShares, ALICE, "0x"]);
  expect(borrows).toEqual([{ token: usd.address, rawAmount: cost }]);
  expect(supplies).toEqual([{ token: eth.address, rawAmount: 10n * UNIT, isCollateral: true }]);
  expect(cost).toBeGreaterThan(9_000n * UNIT);
});

test("the health rate is the maximum debt over the debt", async () => {
  const { borrows, healthRate } = await readLending(ALICE);
  const limit = (10n * 2000n * UNIT * 86n) / 100n;
  const owed = borrows[0]!.rawAmount;
  expect(healthRate).toBe(Number((limit * UNIT) / owed) / 1e18);
  // one unit beyond the limit is rejected
  await expect(read(ALICE, "borrow", [params, limit - owed + 1n, 0n, ALICE, ALICE])).rejects.toThrow(
    "insufficient collateral",
  );
  await expect(read(ALICE, "borrow", [params, limit - owed - 1n, 0n, ALICE, ALICE])).resolves.toHaveLength(2);
});

test("a liquidation is rejected from 1 on, and takes collateral and debt below", async () => {
  const seize = [params, ALICE, UNIT, 0n, "0x"] as const;
  const before = await readLending(ALICE);
  expect(before.healthRate).toBeGreaterThan(1);
  await expect(read(BOB, "liquidate", seize)).rejects.toThrow("position is healthy");
  await oracle.write(ADMIN, "setPrice", [PRICE / 2n]);
  expect((await readLending(ALICE)).healthRate).toBeLessThan(1);
  await morpho.write(BOB, "liquidate", seize);
  const after = await readLending(ALICE);
  expect(after.supplies[0]!.rawAmount).toBe(9n * UNIT);
  const { borrowShares } = await readStake(ALICE);
  const [cost] = await read(ALICE, "repay", [params, 0n, borrowShares, ALICE, "0x"]);
  expect(after.borrows[0]!.rawAmount).toBe(cost);
  await oracle.write(ADMIN, "setPrice", [PRICE]);
});

test("each used market is a pool of its supplies, and each collateral token is one too", async () => {
  const block = await lab.client.getBlock();
  const at = { blockNumber: block.number, timeAt: Number(block.timestamp) };
  const reading = { rpc: lab.client, chain: getChain("eth"), block: at, memory: new Map() };
  const contracts = { morpho: morpho.address };
  const context = { ...openContext(reading, createChainReader(reading), contracts), contracts };
  const interacted = [{ contract: morpho.address, key: id }];
  const pools = await morphoblue.listPools!({ ...context, known: [], emitted: interacted });
  const [, [supplyAssets, supplyShares]] = (await simulate(lab, [
    [morpho, "accrueInterest", [params]],
    [morpho, "market", [id]],
  ])) as [unknown, bigint[]];
  expect(pools).toMatchObject([
    { pool: { index: id }, supplies: [{ token: usd.address, rawAmount: supplyAssets }], rawShares: supplyShares },
    { pool: { index: eth.address }, supplies: [{ token: eth.address, rawAmount: 9n * UNIT }] },
  ]);
  const shares = await morphoblue.readShares!(context, pools[0]!.pool, [ALICE, BOB]);
  expect(shares).toEqual([0n, (await readStake(BOB)).supplyShares]);
});

test("after repaying and withdrawing everything, nothing is left", async () => {
  const { borrowShares, collateral } = await readStake(ALICE);
  await morpho.write(ALICE, "repay", [params, 0n, borrowShares, ALICE, "0x"]);
  await morpho.write(ALICE, "withdrawCollateral", [params, collateral, ALICE, ALICE]);
  expect((await lab.listPositions(morphoblue, { morpho: morpho.address }, ALICE)).positions).toEqual([]);
});
