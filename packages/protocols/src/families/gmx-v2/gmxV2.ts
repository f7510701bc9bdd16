import { erc20Abi } from "@portico/evm";
import type { Address } from "@portico/evm";
import type { ForkIdentity, OwnerContext, PoolContext } from "../../adapter.ts";
import { defineFamily } from "../../family.ts";
import type { PoolState, Position } from "../../position.ts";
import { toLower } from "../../toLower.ts";
import { gmxV2Signals } from "./gmxV2Signals.ts";
import { findDataStore, GLV_LIST, MARKET_LIST, storeAbi } from "./gmxV2Store.ts";
import { readShareReserves, toShare } from "./marketReserves.ts";
import { listOrders } from "./orders.ts";
import { listPerpetuals } from "./perpetuals.ts";

export interface GmxV2Contracts {
  eventEmitter: Address;
}

/** GMX V2: shares of markets (GM) and of vaults of markets (GLV), leveraged positions, and orders that wait. */
export const gmxV2Family = defineFamily<GmxV2Contracts>({
  name: "gmx-v2",
  roles: { eventEmitter: "required" },
  perAddress: "eventEmitter",
  toContracts: ({ eventEmitter = [] }) => ({ eventEmitter: eventEmitter[0]! }),

  signals: ({ eventEmitter }) => ({ events: gmxV2Signals(eventEmitter) }),

  /** Tokens that name a fork's data store, and that it lists. */
  async identifyForks(context, candidates) {
    const [stores, claims] = await Promise.all([
      Promise.all(context.contracts.map(({ eventEmitter }) => findDataStore(context, eventEmitter))),
      context.tryRead(candidates.map((address) => ({ address, abi: storeAbi, functionName: "dataStore" }) as const)),
    ]);
    const forks = new Map(stores.map((store, fork) => [store, fork] as const).toReversed()); // the first wins
    const claimed = candidates.flatMap((address, index) => {
      const store = claims[index] && toLower(claims[index]);
      const fork = store && forks.get(store);
      return fork === undefined || !store ? [] : [{ address, store, fork }];
    });
    const isIn = (set: typeof GLV_LIST) =>
      context.tryRead(
        claimed.map(
          ({ address, store }) =>
            ({ address: store, abi: storeAbi, functionName: "containsAddress", args: [set, address] }) as const,
        ),
      );
    const [markets, vaults] = await Promise.all([isIn(MARKET_LIST), isIn(GLV_LIST)]);
    return new Map<Address, ForkIdentity>(
      claimed.flatMap(({ address, fork }, index) =>
        markets[index] === true || vaults[index] === true ? [[address, { fork, identity: "receipt" }] as const] : [],
      ),
    );
  },

  async listPositions(context: OwnerContext<GmxV2Contracts>) {
    const store = await findDataStore(context, context.contracts.eventEmitter);
    if (store === undefined) return [];
    const isTrader = context.interactions.length > 0 || context.interactionsFrom !== undefined;
    const found = await Promise.all([
      listShares(context, store),
      isTrader ? listPerpetuals(context, store) : [],
      isTrader ? listOrders(context, store) : [],
    ]);
    return found.flat();
  },

  async unwrap(context, receipt) {
    const store = await findDataStore(context, context.contracts.eventEmitter);
    if (store === undefined) return [receipt];
    const reserves = await readShareReserves(context, store, [receipt.token]);
    return toShare(reserves.get(receipt.token)!, receipt.rawAmount);
  },

  async listPools(context: PoolContext<GmxV2Contracts>) {
    const store = await findDataStore(context, context.contracts.eventEmitter);
    if (store === undefined) return [];
    const reserves = await readShareReserves(context, store, context.known);
    return [...reserves].map(([token, { rawSupply, reserves: supplies, isVault }]): PoolState => ({
      pool: { controller: token },
      name: "Liquidity Pool",
      contracts: [token],
      supplies,
      rawShares: rawSupply,
      depositors: { by: "receipt", token },
      ...(isVault && { isNested: true }),
    }));
  },

  async check(context) {
    const store = await findDataStore(context, context.contracts.eventEmitter);
    return store === undefined ? "no controller of eventEmitter's role store names a data store" : undefined;
  },
});

async function listShares(context: OwnerContext<unknown>, store: Address): Promise<Position[]> {
  const { receipts, owner } = context;
  const [reserves, balances] = await Promise.all([
    readShareReserves(context, store, receipts),
    context.read(
      receipts.map((address) => ({ address, abi: erc20Abi, functionName: "balanceOf", args: [owner] }) as const),
    ),
  ]);
  return receipts.flatMap((receipt, index): Position[] => {
    const shares = toShare(reserves.get(receipt)!, balances[index] ?? 0n);
    const supplies = shares.filter(({ rawAmount }) => rawAmount > 0n);
    if (supplies.length === 0) return [];
    return [{ name: "Liquidity Pool", detail: { type: "common", supplies }, pool: { controller: receipt } }];
  });
}
