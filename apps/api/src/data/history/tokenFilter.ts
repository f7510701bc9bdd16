import { chains as everyChain, coinIds, findCoin, getChain, findChain, type Address } from "@portico/evm";
import { invalidParams, quote } from "../../errors.ts";
import { findTokenId, parseTokenId, toHeldToken } from "../tokens/tokenId.ts";

type TokensByChain = ReadonlyMap<string, readonly Address[]>;

interface TokenParameters {
  readonly token_id?: string | undefined;
  readonly coin_id?: string | undefined;
}

/**
 * The requested tokens on these chains; undefined for all.
 * @throws ServiceError invalid_address if the id is valid on no chain, invalid_params for an unknown coin.
 */
export function readTokenFilter(
  { token_id: tokenId, coin_id: coinId }: TokenParameters,
  chains: readonly string[],
): TokensByChain | undefined {
  const known = chains.filter((chain) => findChain(chain) !== undefined);
  const byToken = tokenId === undefined ? undefined : listToken(tokenId, known);
  const byCoin = coinId === undefined ? undefined : listCoin(coinId, known);
  return byToken && byCoin ? intersect(byToken, byCoin) : (byToken ?? byCoin);
}

function listToken(text: string, chains: readonly string[]): TokensByChain {
  if (!everyChain.some(({ native }) => native.id === text)) parseTokenId(text, getChain("eth"));
  return new Map(
    chains.flatMap((chain) => {
      const token = findTokenId(text, getChain(chain));
      return token === undefined ? [] : [[chain, [toHeldToken(token, getChain(chain))]] as const];
    }),
  );
}

function listCoin(id: string, chains: readonly string[]): TokensByChain {
  const coin = findCoin(id);
  if (coin === undefined) {
    throw invalidParams({ coin_id: `${quote(id)} is not a known coin. Known coins: ${coinIds.join(", ")}` });
  }
  return new Map(
    chains.flatMap((chain) => {
      const tokens = (coin.tokens.get(chain) ?? []).map((token) => toHeldToken(token, getChain(chain)));
      return tokens.length === 0 ? [] : [[chain, [...new Set(tokens)]] as const];
    }),
  );
}

const intersect = (a: TokensByChain, b: TokensByChain): TokensByChain =>
  new Map(
    [...a].flatMap(([chain, tokens]) => {
      const both = tokens.filter((token) => b.get(chain)?.includes(token) === true);
      return both.length === 0 ? [] : [[chain, both] as const];
    }),
  );
