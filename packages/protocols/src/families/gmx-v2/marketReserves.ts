import { erc20Abi, ZERO_ADDRESS } from "@portico/evm";
import type { Address } from "@portico/evm";
import type { ReadContext } from "../../adapter.ts";
import type { Amount } from "../../position.ts";
import { toLower } from "../../toLower.ts";
import { storeAbi, toGlvMarketsKey, toLongTokenKey, toPoolAmountKey, toShortTokenKey } from "./gmxV2Store.ts";

/** What all shares of a market or of a vault of markets are worth. Profits of open positions are not deducted. */
export interface ShareReserves {
  rawSupply: bigint;
  /** Up to what the markets hold. */
  reserves: Amount[];
  /** A vault's reserves are also its markets'. */
  isVault: boolean;
}

type Context = ReadContext<unknown>;

/** Reserves of market tokens (GM) and of vaults of them (GLV). */
export async function readShareReserves(
  context: Context,
  store: Address,
  shares: readonly Address[],
): Promise<Map<Address, ShareReserves>> {
  const vaultMarkets = await readVaultMarkets(context, store, shares);
  const parts = shares.flatMap((share, index) => (vaultMarkets[index] ?? []).map((market) => ({ share, market })));
  const all = [...new Set([...shares, ...parts.map(({ market }) => market)])];
  const [supplies, held, tokens] = await Promise.all([
    context.read(all.map((address) => ({ address, abi: erc20Abi, functionName: "totalSupply" }) as const)),
    context.read(
      parts.map(
        ({ share, market }) => ({ address: market, abi: erc20Abi, functionName: "balanceOf", args: [share] }) as const,
      ),
    ),
    readTokens(context, store, all),
  ]);
  const amounts = await readPoolAmounts(context, store, tokens);
  const markets = new Map(
    all.map((market, index) => [market, { rawSupply: supplies[index] ?? 0n, reserves: amounts[index] ?? [] }]),
  );
  return new Map(
    shares.map((share, index) => {
      const { rawSupply, reserves } = markets.get(share)!;
      const isVault = (vaultMarkets[index] ?? []).length > 0;
      const owned = parts.flatMap((part, at) =>
        part.share === share ? toShare(markets.get(part.market)!, held[at] ?? 0n) : [],
      );
      return [share, { rawSupply, isVault, reserves: isVault ? sum(owned) : reserves }];
    }),
  );
}

/** A part of the reserves. */
export const toShare = ({ rawSupply, reserves }: Pick<ShareReserves, "rawSupply" | "reserves">, rawShare: bigint) =>
  rawSupply === 0n || rawShare > rawSupply
    ? []
    : reserves.map(({ token, rawAmount }): Amount => ({ token, rawAmount: (rawAmount * rawShare) / rawSupply }));

function sum(amounts: readonly Amount[]): Amount[] {
  const byToken = new Map<Address, bigint>();
  for (const { token, rawAmount } of amounts) byToken.set(token, (byToken.get(token) ?? 0n) + rawAmount);
  return [...byToken].map(([token, rawAmount]) => ({ token, rawAmount }));
}

/** A vault has about ten markets. */
const MAX_MARKETS = 100n;

const readVaultMarkets = async (
  { read }: Context,
  store: Address,
  shares: readonly Address[],
): Promise<Address[][]> => {
  const lists = await read(
    shares.map(
      (share) =>
        ({
          address: store,
          abi: storeAbi,
          functionName: "getAddressValuesAt",
          args: [toGlvMarketsKey(share), 0n, MAX_MARKETS],
        }) as const,
    ),
  );
  return lists.map((list) => list.map(toLower));
};

/** The long and the short token of each market: one if they are the same, none of a vault. */
async function readTokens({ read }: Context, store: Address, markets: readonly Address[]) {
  const of = { address: store, abi: storeAbi, functionName: "getAddress" } as const;
  const [long, short] = await Promise.all([
    read(markets.map((market) => ({ ...of, args: [toLongTokenKey(market)] }) as const)),
    read(markets.map((market) => ({ ...of, args: [toShortTokenKey(market)] }) as const)),
  ]);
  return markets.map((market, index) => {
    const both = [long[index], short[index]].map((token) => toLower(token ?? ZERO_ADDRESS));
    return { market, tokens: [...new Set(both)].filter((token) => token !== ZERO_ADDRESS) };
  });
}

type MarketTokens = Awaited<ReturnType<typeof readTokens>>;

/** Amounts that markets account for their shares, up to their balances. */
async function readPoolAmounts({ read, tryRead }: Context, store: Address, markets: MarketTokens): Promise<Amount[][]> {
  const all = markets.flatMap(({ market, tokens }) => tokens.map((token) => ({ market, token })));
  const [counted, held] = await Promise.all([
    read(
      all.map(
        ({ market, token }) =>
          ({ address: store, abi: storeAbi, functionName: "getUint", args: [toPoolAmountKey(market, token)] }) as const,
      ),
    ),
    tryRead(
      all.map(
        ({ market, token }) => ({ address: token, abi: erc20Abi, functionName: "balanceOf", args: [market] }) as const,
      ),
    ),
  ]);
  const amounts = all.map(({ market, token }, index) => {
    const [amount, most] = [counted[index] ?? 0n, held[index] ?? 0n];
    return { market, token, rawAmount: amount < most ? amount : most };
  });
  return markets.map(({ market }) =>
    amounts.flatMap((amount) =>
      amount.market === market ? [{ token: amount.token, rawAmount: amount.rawAmount }] : [],
    ),
  );
}
