import { chains as allChains, findChain, type Address, type Chain } from "@portico/evm";
import { listChainStates, type CatalogueKey, type CataloguePage, type ChainState, type Store } from "@portico/store";
import { isAddress } from "./address.ts";
import { requireServed, surveyChains } from "./chains/chainSurvey.ts";
import { chainsHeader } from "./chains/chainsHeader.ts";

/** Parameters of the cloud group. */
export interface CatalogueQuery {
  readonly chain_id?: string;
  readonly id?: string;
  readonly start?: number;
  readonly limit?: number;
}

export interface CatalogueRequest {
  /** The requested chain, or all served ones. */
  readonly chains: readonly Chain[];
  /** Undefined for all. */
  readonly id: string | undefined;
  readonly start: number;
  readonly limit: number;
  readonly states: readonly ChainState[];
  readonly headers: { readonly "Portico-Chains": string };
}

const LIMIT = 100;

/** @throws ServiceError invalid_chain if the chain is not served. */
export async function readCatalogueQuery(
  db: Store,
  { chain_id: slug = "", id = "", start = 0, limit = LIMIT }: CatalogueQuery,
): Promise<CatalogueRequest> {
  const states = await listChainStates(db);
  const served = new Set(states.map((state) => state.chain));
  const chains = slug === "" ? allChains.filter((chain) => served.has(chain.slug)) : [requireServed(slug, states)];
  const slugs = slug === "" ? allChains.map((chain) => chain.slug) : [slug];
  const headers = chainsHeader(surveyChains(slugs, states));
  return {
    chains: chains.toSorted((a, b) => compare(a.slug, b.slug)),
    id: id === "" ? undefined : id,
    start,
    limit,
    states,
    headers,
  };
}

/** @param parse - Parses an id to an address of a chain; undefined if it is not an id on that chain. */
export function toPage(
  { chains, id, start, limit }: CatalogueRequest,
  parse: (id: string, chain: Chain) => Address | undefined,
): CataloguePage {
  if (id === undefined) return { start, limit, ...(chains.length === 1 && { chain: chains[0]?.slug }) };
  const among = chains.flatMap((chain): CatalogueKey[] => {
    const address = parse(id, chain);
    return address === undefined ? [] : [{ chain: chain.slug, address }];
  });
  return { among, start, limit };
}

/** A page of an in-memory list, sorted by chain and id. */
export const takePage = <T extends { readonly id: string }>(
  { id, start, limit }: CatalogueRequest,
  list: readonly T[],
): T[] => list.filter((one) => id === undefined || one.id === id).slice(start, start + limit);

export const sortById = <T extends { readonly id: string }>(list: readonly T[]): T[] =>
  list.toSorted((a, b) => compare(a.id, b.id));

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

export const parseContractId = (id: string): Address | undefined =>
  isAddress(id) ? (id.toLowerCase() as Address) : undefined;

/** `chain:contract`. */
export function parseCollectionId(id: string, chain: Chain): Address | undefined {
  const [slug, contract, ...more] = id.split(":");
  return slug === chain.slug && contract !== undefined && more.length === 0 ? parseContractId(contract) : undefined;
}

/** The chain of a stored row. @throws RangeError if the chain table lacks it. */
export function chainOf(slug: string): Chain {
  const chain = findChain(slug);
  if (chain === undefined) throw new RangeError(`The database has rows of the unknown chain '${slug}'`);
  return chain;
}
