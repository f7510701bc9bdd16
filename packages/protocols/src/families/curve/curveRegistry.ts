import { erc20Abi, ZERO_ADDRESS } from "@portico/evm";
import type { Address } from "@portico/evm";
import { parseAbi } from "viem";
import type { ReadContext } from "../../adapter.ts";
import { unlessUnread } from "../../reader.ts";
import { toLower } from "../../toLower.ts";
import type { CurveContracts } from "./curveContracts.ts";

/** @see https://docs.curve.finance/integration/overview */
const addressProviderAbi = parseAbi(["function get_address(uint256 id) view returns (address)"]);

/**
 * The registries of the address provider: the first, of factory pools, of crypto pools, of crypto factory pools, the
 * metaregistry, and the factories of crvUSD, tricrypto, stableswap and twocrypto pools.
 */
const REGISTRY_IDS = [0n, 3n, 5n, 6n, 7n, 8n, 11n, 12n, 13n];

/** The first word only: registries return one number, or two. The crypto factories have no such function. */
const countAbi = parseAbi(["function get_n_coins(address pool) view returns (uint256)"]);
/** The first word only: registries return fixed lists of different lengths. */
const coinAbi = parseAbi(["function get_coins(address pool) view returns (address)"]);

/** Of registries, and of the factory of crypto pools. */
const tokenAbi = parseAbi([
  "function get_lp_token(address pool) view returns (address)",
  "function get_token(address pool) view returns (address)",
]);

/** The offset of a list of variable length, which is no coin. */
const MAX_OFFSET = 0xffffn;

type Reads = Pick<ReadContext<unknown>, "tryRead">;

/** Registries and factories of a fork. */
async function listRegistries({ contracts, readOnce }: ReadContext<CurveContracts>): Promise<Address[]> {
  const { addressProvider: address, registries } = contracts;
  if (address === undefined) return [...registries];
  const of = { address, abi: addressProviderAbi, functionName: "get_address" } as const;
  const named = await Promise.all(
    REGISTRY_IDS.map((id) => unlessUnread(readOnce([{ ...of, args: [id] }]), [ZERO_ADDRESS] as const)),
  );
  const found = named.flatMap(([at]) => (at === ZERO_ADDRESS ? [] : [toLower(at)]));
  return [...new Set([...registries, ...found])];
}

/** A share of a pool, which is its own token or another. */
export interface Share {
  token: Address;
  pool: Address;
}

/** Which of the shares are of a pool that a registry of the fork has, and its token there. */
export async function findRegistered(
  context: ReadContext<CurveContracts>,
  shares: readonly Share[],
): Promise<readonly Share[]> {
  if (shares.length === 0) return [];
  const registries = await listRegistries(context);
  const found = await Promise.all(
    shares.map((share) =>
      share.token === share.pool ? isPoolToken(context, registries, share.pool) : isTokenOf(context, registries, share),
    ),
  );
  return shares.filter((_share, index) => found[index]);
}

/** A pool of before its kind were tokens has no supply. */
async function isPoolToken({ tryRead }: Reads, registries: readonly Address[], pool: Address): Promise<boolean> {
  const args = [pool] as const;
  const [[rawSupply], counts, coins] = await Promise.all([
    tryRead([{ address: pool, abi: erc20Abi, functionName: "totalSupply" }]),
    tryRead(registries.map((address) => ({ address, abi: countAbi, functionName: "get_n_coins", args }) as const)),
    tryRead(registries.map((address) => ({ address, abi: coinAbi, functionName: "get_coins", args }) as const)),
  ]);
  const isListed = registries.some((_registry, index) => {
    const count = counts[index];
    return count === undefined ? BigInt(coins[index] ?? 0) > MAX_OFFSET : count > 0n;
  });
  return isListed && rawSupply !== undefined;
}

/** Any token may name a pool as its minter. */
async function isTokenOf({ tryRead }: Reads, registries: readonly Address[], { token, pool }: Share): Promise<boolean> {
  const args = [pool] as const;
  const [ofRegistry, ofFactory] = await Promise.all([
    tryRead(registries.map((address) => ({ address, abi: tokenAbi, functionName: "get_lp_token", args }) as const)),
    tryRead(registries.map((address) => ({ address, abi: tokenAbi, functionName: "get_token", args }) as const)),
  ]);
  return [...ofRegistry, ...ofFactory].some((listed) => listed !== undefined && toLower(listed) === token);
}
