import { getChain } from "@portico/evm";
import type { Address } from "@portico/evm";
import type { Adapter } from "../../adapter.ts";
import { listAddresses } from "../../catalogue/listAddresses.ts";
import { createChainReader, openContext } from "../../chainReader.ts";
import type { Family } from "../../family.ts";
import { compileTestContract } from "../contracts.ts";
import { startLab } from "../lab.ts";
import type { Lab } from "../lab.ts";
import { contractAt, deployContract } from "../testContract.ts";
import type { TestContract } from "../testContract.ts";
import { deployToken, tokenAbi } from "../tokens.ts";

export const ALICE: Address = "0x00000000000000000000000000000000000a11ce";
export const BOB: Address = "0x0000000000000000000000000000000000000b0b";
export const CAROL: Address = "0x00000000000000000000000000000000000ca401";
export const OTHER: Address = "0x00000000000000000000000000000000000007e4";
export const UNIT = 10n ** 18n;
export const DAY = 86_400;

/** One chain for all tests of this folder. */
export let lab: Lab;
/** The token that is staked, and the one that is paid. */
export let plum: TestContract;
export let fig: TestContract;

export const deployPlainToken = async (symbol: string) =>
  contractAt(lab, tokenAbi, await deployToken(lab, symbol, ALICE));
export const deploy = (name: string, args: readonly unknown[] = []) =>
  deployContract(lab, compileTestContract(name), args, ALICE);
export const fund = async (token: TestContract, owner: Address, spender: TestContract, amount = 1_000n * UNIT) => {
  await token.write(ALICE, "mint", [owner, amount]);
  await token.write(owner, "approve", [spender.address, amount]);
};

/** A row of a family as an adapter: interactions reach it only from contracts that it identifies or lists. */
function toAdapter<Contracts>(family: Family<Contracts>): Adapter<Contracts> {
  const { identifyForks } = family;
  return {
    ...family,
    id: family.name,
    siteUrl: "",
    category: "other",
    deployments: {},
    ...(identifyForks && {
      async identify(context, candidates) {
        const found = await identifyForks({ ...context, contracts: [context.contracts] }, candidates);
        return new Map([...found].map(([address, { identity }]) => [address, identity]));
      },
      async listPositions(context) {
        const emitters = context.interactions.map(({ contract }) => contract);
        const found = await identifyForks({ ...context, contracts: [context.contracts] }, emitters);
        const own = new Set([...found.keys(), ...listAddresses(context.contracts)]);
        const interactions = context.interactions.filter(({ contract }) => own.has(contract));
        return (await family.listPositions?.({ ...context, interactions })) ?? [];
      },
    }),
  };
}

/** On a chain whose index began after all that was done. */
export const late = <Contracts>(family: Family<Contracts>): Family<Contracts> => ({
  ...family,
  signals: () => ({}),
  listPositions: async (context) => (await family.listPositions?.({ ...context, interactionsFrom: 7n })) ?? [],
});

/** Positions of an owner in the contracts of a row. */
export async function readRow<Contracts>(
  family: Family<Contracts>,
  addresses: Record<string, Address[]>,
  owner: Address,
  variant = "",
) {
  const contracts = family.toContracts(addresses, { chain: "eth", variant });
  return (await lab.listPositions(toAdapter(family), contracts, owner)).positions;
}
export const readPools = <Contracts>(family: Family<Contracts>, addresses: Record<string, Address[]>) =>
  lab.listPools(toAdapter(family), family.toContracts(addresses, { chain: "eth" }));

export const openReads = async () => {
  const { number: blockNumber, timestamp } = await lab.client.getBlock();
  const block = { blockNumber, timeAt: Number(timestamp) };
  const reading = { rpc: lab.client, chain: getChain("eth"), block, memory: new Map() };
  return openContext(reading, createChainReader(reading), undefined);
};

/** What is wrong with the contracts of a row. */
export async function checkRow<Contracts>(family: Family<Contracts>, addresses: Record<string, Address[]>) {
  return family.check?.({ ...(await openReads()), contracts: family.toContracts(addresses, { chain: "eth" }) });
}

export const balanceOf = (token: TestContract, owner: Address) => token.view<bigint>("balanceOf", [owner]);

export async function startDerivLab(): Promise<void> {
  lab = await startLab("eth");
  [plum, fig] = [await deployPlainToken("PLUM"), await deployPlainToken("FIG")];
}
