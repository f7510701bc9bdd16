/** RPC cost of many positions in many protocols. */
import { getChain } from "@portico/evm";
import type { Address } from "@portico/evm";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Deployed } from "./deployed.ts";
import { erc4626 } from "./erc4626/erc4626.ts";
import { uniswapV2Family } from "./families/uniswapV2.ts";
import type { PositionQuery } from "./chainReader.ts";
import { compileTestContract } from "./testing/contracts.ts";
import { startLab } from "./testing/lab.ts";
import type { Lab } from "./testing/lab.ts";
import { readPositions } from "./testing/readPositions.ts";
import { deployContract, contractAt } from "./testing/testContract.ts";
import { deployToken, tokenAbi } from "./testing/tokens.ts";
import { createPair, deployUniswapV2, provideV2 } from "./testing/uniswapV2.ts";
import { createV3Pool, deployUniswapV3, mintV3 } from "./testing/uniswapV3.ts";
import { uniswap3 } from "./uniswap3/uniswap3.ts";

const ALICE: Address = "0x00000000000000000000000000000000000a11ce";
const UNIT = 10n ** 18n;
const FORKS = 10;

let lab: Lab;
const queries: PositionQuery[] = [];
beforeAll(async () => {
  lab = await startLab();
  for (let index = 0; index < FORKS; index++) queries.push(await holdPairs(`swap${index}`, index < 7 ? 3 : 2));
  queries.push(await holdRanges(), await holdVault());
});
afterAll(() => lab.stop());

const readWith = (
  id: string,
  adapter: unknown,
  contracts: unknown,
  state: Partial<Pick<PositionQuery, "nfts" | "receipts">>,
): PositionQuery => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a table holds adapters of any contracts
  const deployed = { id, chain: "eth", adapter, contracts, signals: {}, addresses: new Set() } as unknown as Deployed;
  return { deployed, owner: ALICE, receipts: [], nfts: new Map(), interactions: [], ...state };
};

/** Shares of `count` pairs of a Uniswap V2 fork. */
async function holdPairs(id: string, count: number): Promise<PositionQuery> {
  const v2 = await deployUniswapV2(lab, ALICE);
  const pairs = [v2];
  while (pairs.length < count) pairs.push({ ...v2, ...(await createPair(lab, ALICE, v2.factory)) });
  for (const pair of pairs) await provideV2(lab, pair, ALICE, [UNIT, 2n * UNIT]);
  return readWith(id, uniswapV2Family, { factory: v2.factory }, { receipts: pairs.map(({ pair }) => pair) });
}

async function holdRanges(): Promise<PositionQuery> {
  const v3 = await deployUniswapV3(lab, ALICE);
  await createV3Pool(lab, v3, 3000, 2n ** 96n);
  const order = { owner: ALICE, fee: 3000, rawAmount: UNIT };
  const ids = [
    await mintV3(lab, v3, { ...order, range: [-600, 600] }),
    await mintV3(lab, v3, { ...order, range: [60, 1200] }),
  ];
  return readWith("uniswap3", uniswap3, v3.contracts, { nfts: new Map([[v3.contracts.positions, ids]]) });
}

async function holdVault(): Promise<PositionQuery> {
  const coin = contractAt(lab, tokenAbi, await deployToken(lab, "COIN", ALICE));
  const vault = await deployContract(lab, compileTestContract("InvestingVault"), [coin.address, 0n]);
  await coin.write(ALICE, "mint", [ALICE, 2n * UNIT]);
  await coin.write(ALICE, "approve", [vault.address, 2n * UNIT]);
  await vault.write(ALICE, "deposit", [UNIT, ALICE]);
  return readWith("erc4626", erc4626, { factories: [] }, { receipts: [vault.address] });
}

test("30 positions in 12 protocols take at most four requests", async () => {
  const block = await lab.client.getBlock();
  const at = { blockNumber: block.number, hash: block.hash, timeAt: Number(block.timestamp) };
  const reading = { rpc: lab.client, chain: getChain("eth"), block: at, memory: new Map() };
  const sent = vi.spyOn(lab.client, "send");
  const readings = await Promise.all(readPositions(reading, queries));
  const requests = sent.mock.calls.length;
  sent.mockRestore();
  const positions = readings.flatMap((one) => ("positions" in one ? [one.positions.length] : []));
  expect(positions).toHaveLength(12);
  expect(positions.reduce((sum, count) => sum + count, 0)).toBe(30);
  expect(requests).toBeGreaterThan(0);
  expect(requests).toBeLessThanOrEqual(4);
});
