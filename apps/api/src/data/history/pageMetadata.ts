import { getChain, type Address } from "@portico/evm";
import { LegKind, listContractMetadata, listNftDetails } from "@portico/store";
import type { ChainAddress, HistoryLeg, HistoryTransaction, NftDetails } from "@portico/store";
import type { Via } from "@portico/transactions";
import type { Deps } from "../../deps.ts";
import { chooseProtocol, type ContractProtocol } from "../protocols/contractProtocol.ts";
import { readVia } from "./readVia.ts";
import type { TokenEntry } from "../tokens/tokenEntry.ts";
import { listUnreadAccounts, type FindContract } from "./accountCode.ts";
import { findLookalikes } from "./lookalikes.ts";
import { listPaid } from "./paidAddresses.ts";
import { listCalled, readPageCalls, type PageCall } from "./pageCalls.ts";

/** Metadata for describing a page's transactions, in memory. */
export interface PageMetadata {
  readonly callOf: (transaction: HistoryTransaction) => PageCall;
  /** What counterparties minted and burnt. */
  readonly viaOf: (transaction: HistoryTransaction) => Via | undefined;
  readonly tokenOf: (chain: string, token: Address) => TokenEntry;
  /** A token that the page's transactions need not move; undefined if unknown. */
  readonly findToken: (chain: string, token: Address) => TokenEntry | undefined;
  /** @param tokenId - 0 for the collection. */
  readonly nftOf: (chain: string, contract: Address, tokenId: bigint) => NftDetails;
  /** The protocol of a contract; undefined if unknown. */
  readonly protocolOf: (chain: string, address: Address) => ContractProtocol | undefined;
  /** URL of a protocol's logo; "" if there is none. */
  readonly logoOf: (id: string) => string;
  /** Whether it is a contract; undefined if unknown. An account without code may get some later. */
  readonly isContract: (chain: string, address: Address) => boolean | undefined;
  /** Whether it imitates the owner's address, or one that the owner has paid in the page's transactions. */
  readonly isLookalike: (address: Address) => boolean;
}

const isAssetLeg = ({ kind }: HistoryLeg): boolean => kind !== LegKind.event;

type PageDeps = Pick<Deps, "accountCodes" | "contractNames" | "db" | "knowledge" | "protocols" | "tokens">;

export const isNftLeg = ({ kind }: HistoryLeg): boolean =>
  kind === LegKind.nft || kind === LegKind.nftApproval || kind === LegKind.operatorApproval;

/**
 * Reads them: metadata of the calls (see KnowledgeBase), then one statement each for the NFTs, the contracts and what
 * counterparties minted. Requests the code of accounts of which it isn't known.
 */
export async function readPageMetadata(
  { accountCodes, contractNames, db, knowledge, tokens, protocols }: PageDeps,
  owner: Address,
  transactions: readonly HistoryTransaction[],
): Promise<PageMetadata> {
  const calls = await readPageCalls(knowledge, transactions);
  const legs = transactions.flatMap(({ chain, legs: own }) => own.filter(isAssetLeg).map((leg) => ({ ...leg, chain })));
  const [nfts, contracts, entries, viaOf] = await Promise.all([
    readNfts(db, legs.filter(isNftLeg)),
    readContracts(db, listAddresses(owner, calls)),
    resolveTokens(
      tokens,
      legs.filter((leg) => !isNftLeg(leg)),
    ),
    readVia(db, owner, transactions),
  ]);
  const tokenOf: PageMetadata["tokenOf"] = (chain, token) => entries.get(keyOf(chain, token))!;
  const findContract: FindContract = (chain, address) => contracts.get(keyOf(chain, address));
  const isToken = (chain: string, address: Address) => tokens.find(chain, address) !== undefined;
  const findOther: FindContract = (chain, address) =>
    isToken(chain, address) ? undefined : findContract(chain, address);
  accountCodes.request(listUnreadAccounts(owner, transactions, findOther));
  const protocolOf: PageMetadata["protocolOf"] = (chain, address) => {
    const { protocolId: found, ...links } = findContract(chain, address) ?? {};
    return chooseProtocol({ contractNames, protocols, tokens }, { chain, address }, { found, ...links });
  };
  return {
    callOf: (transaction) => calls.get(transaction)!,
    viaOf,
    tokenOf,
    findToken: tokens.find,
    nftOf: (chain, contract, tokenId) => nfts.get(nftKeyOf(chain, contract, tokenId))!,
    protocolOf,
    logoOf: (id) => protocols.find(id)?.adapter.logoUrl ?? "",
    isContract: (chain, address) => {
      const { isCreated = false, code } = findContract(chain, address) ?? {};
      if (isCreated || isToken(chain, address)) return true;
      return code?.hasCode ?? (protocolOf(chain, address) === undefined ? undefined : true);
    },
    isLookalike: findLookalikes([owner, ...listPaid(owner, calls, tokenOf)]),
  };
}

type ChainLeg = HistoryLeg & { readonly chain: string };

const keyOf = (chain: string, address: Address): string => `${chain} ${address}`;
const nftKeyOf = (chain: string, contract: Address, tokenId: bigint): string => `${chain} ${contract} ${tokenId}`;

async function readNfts(db: Deps["db"], legs: readonly ChainLeg[]): Promise<Map<string, NftDetails>> {
  const ids = legs.map(({ chain, token, tokenId = 0n }) => ({ chain, contract: token, tokenId }));
  const found = await listNftDetails(db, ids);
  return new Map(found.map((metadata) => [nftKeyOf(metadata.chain, metadata.contract, metadata.tokenId), metadata]));
}

async function readContracts(db: Deps["db"], addresses: readonly ChainAddress[]) {
  const found = await listContractMetadata(db, addresses);
  return new Map(found.map((metadata) => [keyOf(metadata.chain, metadata.address), metadata]));
}

/** The owner, whom it was sent to, called contracts, counterparties, and the contracts of tokens and NFTs. */
const listAddresses = (owner: Address, calls: ReadonlyMap<HistoryTransaction, PageCall>): ChainAddress[] =>
  [...calls].flatMap(([{ chain, legs, recipient }, { call }]) => {
    const ofLegs = legs.flatMap(({ token, counterparty }) => [token, counterparty]);
    const sentTo = recipient === undefined ? [] : [recipient];
    return [owner, ...sentTo, ...listCalled(call), ...ofLegs].map((address) => ({ chain, address }));
  });

/** They are in memory, except unknown ones. */
async function resolveTokens(tokens: Deps["tokens"], legs: readonly ChainLeg[]): Promise<Map<string, TokenEntry>> {
  const perChain = [...Map.groupBy(legs, ({ chain }) => chain)].map(async ([chain, ofChain]) => {
    const addresses = [...new Set(ofChain.map(({ token }) => token))];
    const entries = await tokens.resolve(getChain(chain), addresses);
    return addresses.map((address, index) => [keyOf(chain, address), entries[index]!] as const);
  });
  return new Map((await Promise.all(perChain)).flat());
}
