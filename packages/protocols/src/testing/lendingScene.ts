import { getChain } from "@portico/evm";
import type { Address } from "@portico/evm";
import { afterAll, beforeAll } from "vitest";
import type { Adapter } from "../adapter.ts";
import { createChainReader, openContext } from "../chainReader.ts";
import type { Amount } from "../position.ts";
import { startLab } from "./lab.ts";
import type { Lab } from "./lab.ts";
import { anyTokenAbi, contractAt } from "./testContract.ts";
import type { TestContract } from "./testContract.ts";
import { deployToken } from "./tokens.ts";

export const ADMIN: Address = "0x0000000000000000000000000000000000000ad1";
export const ALICE: Address = "0x00000000000000000000000000000000000a11c0";
export const BOB: Address = "0x0000000000000000000000000000000000000b0b";
export const UNIT = 10n ** 18n;
export const DAY_S = 86_400;

/** A lab with two tokens that Alice and Bob own, for the tests of several families. Set when tests run. */
export interface LendingScene {
  lab: Lab;
  usd: TestContract;
  eth: TestContract;
}

/** Starts it before the tests of the file. */
export function useLendingScene(): LendingScene {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- set before the first test
  const scene = {} as LendingScene;
  beforeAll(async () => {
    scene.lab = await startLab();
    const token = async (symbol: string) =>
      contractAt(scene.lab, anyTokenAbi, await deployToken(scene.lab, symbol, ADMIN));
    scene.usd = await token("USD");
    scene.eth = await token("ETH");
    for (const one of [scene.usd, scene.eth])
      for (const owner of [ALICE, BOB]) await one.write(ADMIN, "mint", [owner, 1_000_000n * UNIT]);
  });
  afterAll(() => scene.lab.stop());
  return scene;
}

/** The address that a function of a contract returns. */
export const findAddress = async (of: TestContract, functionName: string, args: readonly unknown[] = []) =>
  (await of.view<Address>(functionName, args)).toLowerCase() as Address;

/** Positions of an owner whose events are older than the index. */
export async function listUnindexed<Contracts>(
  { lab }: LendingScene,
  { listPositions }: Pick<Adapter<Contracts>, "listPositions">,
  contracts: Contracts,
  owner: Address,
) {
  const state = { owner, receipts: [], nfts: new Map(), interactions: [], interactionsFrom: 1n };
  return listPositions?.({ ...(await openLatest(lab, contracts)), ...state });
}

/** What an amount of a family's receipt is worth at the latest block. */
export const unwrapReceipt = async <Contracts>(
  { lab }: LendingScene,
  { unwrap }: Pick<Adapter<Contracts>, "unwrap">,
  contracts: Contracts,
  receipt: Amount,
) => unwrap?.(await openLatest(lab, contracts), receipt);

async function openLatest<Contracts>(lab: Lab, contracts: Contracts) {
  const block = await lab.client.getBlock();
  const at = { blockNumber: block.number, timeAt: Number(block.timestamp) };
  const reading = { rpc: lab.client, chain: getChain("eth"), block: at, memory: new Map() };
  return { ...openContext(reading, createChainReader(reading), contracts), contracts };
}
