import type { Address, Chain, Hex } from "@portico/evm";
import { openSignatureTable, type SignatureTable } from "@portico/signatures";
import { listFunctionSignatures, listNftStandards, type Store } from "@portico/store";
import {
  decodeCall,
  listActions,
  listUnknownSelectors,
  parseSignatures,
  type Call,
  type DecodedCall,
  type Knowledge,
} from "@portico/transactions";
import { createContractNames, type ContractNames } from "@portico/protocols";
import type { AbiFunction } from "viem";
import { RecentMap } from "../positions/recentMap.ts";
import type { TokenTable } from "../tokens/tokenTable.ts";

export interface ChainCall {
  readonly chain: Chain;
  readonly call: Call;
}

export interface PreparedCall {
  readonly call: DecodedCall;
  readonly knowledge: Knowledge;
}

/** Metadata of contracts and functions, for the decoder: it reads memory, which must be filled before. */
export interface KnowledgeBase {
  /**
   * Decodes calls with all available metadata, in the given order. Missing metadata is queried in one
   * round for all calls of all chains.
   */
  readonly prepare: (calls: readonly ChainCall[]) => Promise<PreparedCall[]>;
}

type Standard = "erc1155" | "erc721" | undefined;
type Found<T> = { readonly value: T; readonly at: number };

/** Maximum cached function names and contract standards, including missing ones. */
const REMEMBERED = 20_000;

/** The store may change without a notification. */
const FRESH_MS = 60_000;

interface KnowledgeSources {
  readonly db: Store;
  readonly tokens: TokenTable;
  /** Default: the tables alone. */
  readonly contractNames?: ContractNames;
}

/** @param now - Milliseconds. */
export function createKnowledgeBase(
  { db, tokens, contractNames = createContractNames() }: KnowledgeSources,
  now: () => number = () => performance.now(),
): KnowledgeBase {
  const imported = new RecentMap<Found<readonly AbiFunction[]>>(REMEMBERED);
  const bundled = new RecentMap<readonly AbiFunction[]>(REMEMBERED);
  const standards = new RecentMap<Found<Standard>>(REMEMBERED);
  const isFresh = (found: Found<unknown> | undefined): boolean => found !== undefined && now() - found.at < FRESH_MS;

  /** @param onMiss - Called for contracts that the store may have metadata of. */
  const knowledgeOf = (chain: Chain, onMiss?: (contract: Address) => void): Knowledge => ({
    chain: chain.slug,
    wrappedToken: chain.wrappedToken,
    findStandard: (contract) => {
      if (contract === chain.wrappedToken || contract === chain.nativeErc20) return "erc20";
      const token = tokens.find(chain.slug, contract)?.token;
      if (token !== undefined && token.decimals !== null) return "erc20";
      const found = standards.get(keyOf(chain.slug, contract));
      if (!isFresh(found)) onMiss?.(contract);
      return found?.value ?? (token && "erc20"); // token lists contain NFTs, too
    },
    findUse: (contract) => {
      const name = contractNames.find(chain.slug, contract);
      return name?.kind === "contract" ? name.use : undefined;
    },
    findImported: (selector) => imported.get(selector)?.value ?? [],
    findBundled: (selector) => {
      const isPreceded = onMiss !== undefined && !isFresh(imported.get(selector)); // those are read first
      return isPreceded ? [] : (bundled.get(selector) ?? []);
    },
  });

  const readStandards = async (missing: readonly { chain: string; address: Address }[]) => {
    const found = await listNftStandards(db, missing);
    const byKey = new Map(found.map(({ chain, address, isErc1155 }) => [keyOf(chain, address), isErc1155]));
    for (const { chain, address } of missing) {
      const isErc1155 = byKey.get(keyOf(chain, address));
      const value = isErc1155 === undefined ? undefined : isErc1155 ? "erc1155" : "erc721";
      standards.set(keyOf(chain, address), { value, at: now() });
    }
  };

  const readImported = async (missing: readonly Hex[]) => {
    const found = await listFunctionSignatures(db, missing);
    for (const selector of missing) {
      imported.set(selector, { value: parseSignatures(selector, found.get(selector) ?? []), at: now() });
    }
  };

  const readBundled = async (missing: readonly Hex[]) => {
    const table = await signatureTable();
    for (const [selector, signatures] of await table.findAll(missing)) {
      bundled.set(selector, parseSignatures(selector, signatures));
    }
  };

  const prepare = async (calls: readonly ChainCall[]): Promise<PreparedCall[]> => {
    const missing = new Map<string, { chain: string; address: Address }>();
    const first = calls.map(({ chain, call }) => {
      const miss = (address: Address) => missing.set(keyOf(chain.slug, address), { chain: chain.slug, address });
      const decoded = decodeCall(call, knowledgeOf(chain, miss));
      listActions(decoded, knowledgeOf(chain, miss)); // only to collect its lookups
      return decoded;
    });
    const unknown = new Set(first.flatMap(listUnknownSelectors).filter((one) => !isFresh(imported.get(one))));
    if (missing.size > 0 || unknown.size > 0) {
      const unread = [...unknown].filter((one) => bundled.get(one) === undefined);
      await Promise.all([readStandards([...missing.values()]), readImported([...unknown]), readBundled(unread)]);
    }
    return calls.map(({ chain, call }, index) => {
      const knowledge = knowledgeOf(chain);
      const known = unknown.size === 0 && missing.size === 0 ? first[index] : undefined;
      return { knowledge, call: known ?? decodeCall(call, knowledge) };
    });
  };
  return { prepare };
}

let opened: Promise<SignatureTable> | undefined;

/** One for the process: it reads a file of the package. */
const signatureTable = (): Promise<SignatureTable> =>
  (opened ??= openSignatureTable().catch((error: unknown) => {
    opened = undefined;
    throw error;
  }));

const keyOf = (chain: string, address: Address): string => `${chain}:${address}`;

/** Like KnowledgeBase.prepare, for one call. */
export async function prepareKnowledge(
  { knowledge }: { readonly knowledge: KnowledgeBase },
  chain: Chain,
  call: Call,
): Promise<PreparedCall> {
  const [prepared] = await knowledge.prepare([{ chain, call }]);
  return prepared!;
}
