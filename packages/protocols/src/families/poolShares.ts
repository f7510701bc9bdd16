import { erc20Abi } from "@portico/evm";
import type { Address } from "@portico/evm";
import type { OwnerContext, PoolContext, ReadContext } from "../adapter.ts";
import type { Amount, PoolState, Position } from "../position.ts";
import { unlessUnread } from "../reader.ts";
import { listAnswered } from "./listAnswered.ts";

/** What all shares of a pool, which is their token, are parts of. */
export interface PoolOfShares {
  supplies: Amount[];
  rawShares: bigint;
}

type ReadPool<Contracts> = (context: ReadContext<Contracts>, address: Address) => Promise<PoolOfShares>;

/** Pools that are tokens, each a share of several others: it pays its part of them. */
export const createPoolShares = <Contracts>(readPool: ReadPool<Contracts>) => ({
  readsUntrusted: true,

  async listPositions(context: OwnerContext<Contracts>): Promise<Position[]> {
    const { owner, tryRead, receipts } = context;
    const [shares, pools] = await Promise.all([
      tryRead(
        receipts.map((address) => ({ address, abi: erc20Abi, functionName: "balanceOf", args: [owner] }) as const),
      ),
      // anybody may create a pool, and send its shares: one that fails must not take the others with it
      Promise.all(receipts.map((address) => unlessUnread(readPool(context, address), undefined))),
    ]);
    return receipts.flatMap((controller, index): Position[] => {
      const [share, pool] = [shares[index] ?? 0n, pools[index]];
      if (share === 0n || pool === undefined || pool.rawShares === 0n) return [];
      const supplies = toPart(pool, share);
      return [{ name: "Liquidity Pool", detail: { type: "common", supplies }, pool: { controller } }];
    });
  },

  async unwrap(context: ReadContext<Contracts>, { token, rawAmount }: Amount): Promise<Amount[]> {
    return toPart(await readPool(context, token), rawAmount);
  },

  listPools: (context: PoolContext<Contracts>) =>
    listAnswered(
      context.known.map(async (token): Promise<PoolState> => {
        const pool = await readPool(context, token);
        const depositors = { by: "receipt", token } as const;
        return { pool: { controller: token }, name: "Liquidity Pool", contracts: [token], ...pool, depositors };
      }),
    ),
});

/** Of a pool that reports a share of more than all: everything. */
const toPart = ({ supplies, rawShares }: PoolOfShares, rawShare: bigint): Amount[] =>
  supplies.map(({ token, rawAmount }) => ({
    token,
    rawAmount: rawShares === 0n ? 0n : (rawAmount * (rawShare < rawShares ? rawShare : rawShares)) / rawShares,
  }));
