import { getChain } from "@portico/evm";
import type { Address } from "@portico/evm";
import type { Adapter, ReadContext } from "../../adapter.ts";
import { createChainReader, openContext } from "../../chainReader.ts";
import type { Amount, Position } from "../../position.ts";
import { compileTestContract } from "../contracts.ts";
import { startLab } from "../lab.ts";
import type { Lab } from "../lab.ts";
import { contractAt, deployContract } from "../testContract.ts";
import type { TestContract } from "../testContract.ts";
import { deployToken, tokenAbi } from "../tokens.ts";

export const ALICE: Address = "0x00000000000000000000000000000000000a11ce";
export const BOB: Address = "0x0000000000000000000000000000000000000b0b";
export const CAROL: Address = "0x00000000000000000000000000000000000ca401";
export const WHOLE = 10n ** 18n;
export const DAY = 86_400;

/** One chain for all tests of this folder. */
export let lab: Lab;

export async function startYieldLab(): Promise<void> {
  lab = await startLab();
}

/** A context of direct reads at the latest block. */
export async function openLatest<Contracts>(contracts: Contracts): Promise<ReadContext<Contracts>> {
  const { number: blockNumber, timestamp } = await lab.client.getBlock();
  const block = { blockNumber, timeAt: Number(timestamp) };
  const reading = { rpc: lab.client, chain: getChain("eth"), block, memory: new Map() };
  return { ...openContext(reading, createChainReader(reading), contracts), contracts };
}

export const unwrapIn = async <Contracts>(
  { unwrap }: Pick<Adapter<Contracts>, "unwrap">,
  contracts: Contracts,
  receipt: Amount,
): Promise<Amount[] | undefined> => unwrap?.(await openLatest(contracts), receipt);

export const adapterOf = <Family extends object>(family: Family) => ({
  id: "family",
  siteUrl: "https://example.org",
  category: "vault" as const,
  deployments: {},
  ...family,
  name: "Family",
});
export const common = (
  name: Position["name"],
  { address }: TestContract,
  supplies: unknown,
  rewards: unknown = [],
) => ({
  name,
  pool: { controller: address },
  detail: { type: "common", supplies, rewards },
});
export const at = ({ address }: TestContract) => ({ pool: { controller: address } });
export const locked = (contract: TestContract, supplies: unknown, unlockAt: number) => ({
  name: "Locked",
  ...at(contract),
  detail: { type: "locked", supplies, unlockAt },
});
export const amountOf = ({ address }: TestContract, rawAmount: bigint) => ({ token: address, rawAmount });

export const deploy = (name: string, args: readonly unknown[] = []) =>
  deployContract(lab, compileTestContract(name), args);
export const startToken = async (symbol: string) => contractAt(lab, tokenAbi, await deployToken(lab, symbol, ALICE));
export const staked = (contract: TestContract, token: Address, rawAmount: bigint) => ({
  name: "Staked",
  ...at(contract),
  detail: { type: "common", supplies: [{ token, rawAmount }] },
});
