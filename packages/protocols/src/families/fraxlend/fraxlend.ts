import type { Address } from "@portico/evm";
import { parseAbi, parseAbiItem } from "viem";
import type { ForkIdentity, OwnerContext, PoolContext, ReadContext } from "../../adapter.ts";
import { defineFamily } from "../../family.ts";
import { ReadError, unlessUnread } from "../../reader.ts";
import { toLower } from "../../toLower.ts";
import { listAnswered } from "../listAnswered.ts";
import { readPairAccount, readPairPool } from "./fraxlendPair.ts";
import { forksByAddress } from "../forksByAddress.ts";

export interface FraxlendContracts {
  registries: readonly Address[];
}

/** @see https://docs.frax.finance/fraxlend/fraxlend-overview */
const registryAbi = parseAbi(["function getAllPairAddresses() view returns (address[])"]);
const pairAbi = parseAbi([
  "function userBorrowShares(address owner) view returns (uint256)",
  "function userCollateralBalance(address owner) view returns (uint256)",
]);
const secured = parseAbiItem(
  "event AddCollateral(address indexed sender, address indexed borrower, uint256 collateralAmount)",
);
const borrowed = parseAbiItem(
  "event BorrowAsset(address indexed borrower, address indexed receiver, uint256 borrowAmount, uint256 sharesAdded)",
);

/** Fraxlend: a pair lends one asset against one collateral; lenders hold its shares. */
export const fraxlendFamily = defineFamily<FraxlendContracts>({
  name: "fraxlend",
  roles: { registry: "required" },
  toContracts: ({ registry = [] }) => ({ registries: registry }),
  readsUntrusted: true,

  signals: () => ({
    events: [secured, borrowed].map((event) => ({ event, owners: ["borrower"], emitters: "identified" as const })),
  }),

  /** Pairs in a registry. */
  async identifyForks(context: ReadContext<readonly FraxlendContracts[]>, candidates) {
    const pairs = await Promise.all(
      context.contracts.map((contracts) => unlessUnread(listPairs({ ...context, contracts }), [])),
    );
    const forkOf = forksByAddress(pairs);
    return new Map(
      candidates.flatMap((address): [Address, ForkIdentity][] => {
        const fork = forkOf.get(address);
        return fork === undefined ? [] : [[address, { fork, identity: "receipt" }]];
      }),
    );
  },

  async listPositions(context: OwnerContext<FraxlendContracts>) {
    const known = [...context.receipts, ...context.interactions.map(({ contract }) => contract)];
    const pairs = new Set([...known, ...(context.interactionsFrom === undefined ? [] : await listUsed(context))]);
    const positions = await Promise.all([...pairs].map((pair) => readPairAccount(context, pair)));
    return positions.flat();
  },

  async listPools(context: PoolContext<FraxlendContracts>) {
    const pairs = await listPairs(context);
    return pairs.length === 0 ? [] : listAnswered(pairs.map((pair) => readPairPool(context, pair)));
  },

  async check(context: ReadContext<FraxlendContracts>) {
    const pairs = await unlessUnread(listPairs(context), undefined);
    if (pairs === undefined) return "getAllPairAddresses() of the registry fails";
    return pairs.length === 0 ? "the registry has no pairs" : undefined;
  },
});

/** Of all registries that respond. @throws ReadError if none does. */
async function listPairs({ contracts, tryRead }: ReadContext<FraxlendContracts>): Promise<Address[]> {
  const lists = await tryRead(
    contracts.registries.map(
      (address) => ({ address, abi: registryAbi, functionName: "getAllPairAddresses" }) as const,
    ),
  );
  const answered = lists.flatMap((list) => (list === undefined ? [] : [list]));
  if (answered.length === 0) throw new ReadError("getAllPairAddresses fails");
  return [...new Set(answered.flat().map(toLower))];
}

/** Pairs that an owner borrows from; the events may be older than the index. */
async function listUsed(context: OwnerContext<FraxlendContracts>): Promise<Address[]> {
  const pairs = await unlessUnread(listPairs(context), []);
  const get = (functionName: "userBorrowShares" | "userCollateralBalance") =>
    context.tryRead(pairs.map((address) => ({ address, abi: pairAbi, functionName, args: [context.owner] }) as const));
  const [shares, collateral] = await Promise.all([get("userBorrowShares"), get("userCollateralBalance")]);
  return pairs.filter((_pair, index) => (shares[index] ?? 0n) + (collateral[index] ?? 0n) > 0n);
}
