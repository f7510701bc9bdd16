import type { Address } from "@portico/evm";
import type { Deployed } from "@portico/protocols";
import {
  listIdentifiedInteractions,
  listOwnerInteractions,
  readPortfolio,
  MAX_INTERACTIONS,
  type NftContractRef,
  type PortfolioRead,
  type ReadStore,
  type Store,
} from "@portico/store";
import { surveyChains, type PinnedChain } from "../chains/chainSurvey.ts";
import type { PositionLack } from "../chains/chainsHeader.ts";
import { listHoldings, type Holding } from "../portfolio/holdings.ts";
import type { ProtocolTable } from "../protocols/protocolTable.ts";
import type { InitialScans } from "../initialScans.ts";
import type { TokenTable } from "../tokens/tokenTable.ts";
import type { Budget } from "./budget.ts";
import { groupByProtocol, type OwnedProtocol } from "./ownedProtocol.ts";
import {
  requestPositions,
  type AnswerScope,
  type PendingPositions,
  type Holder,
  type PositionAnswer,
} from "./positionAnswers.ts";
import type { PositionProxy } from "./positionContext.ts";
import type { PositionReader } from "./positionReader.ts";
import { listPositionNfts, listSources, type SourceKind } from "./positionSources.ts";
import { createValuedRecords, type RecordSource } from "./valuedRecords.ts";

export interface PositionsQuery {
  readonly owner: Address;
  readonly synced: PinnedChain;
  readonly read: PortfolioRead;
  /** Of the owner, on that chain. */
  readonly holdings: readonly Holding[];
  readonly kind: SourceKind;
  /** Only in this one. */
  readonly protocolId?: string | undefined;
  readonly budget: Budget;
}

/** An owner's positions in protocols on one chain, and what is missing. */
export interface ChainPositions extends PositionLack {
  /** Most valuable first. */
  readonly owned: readonly OwnedProtocol[];
  /** Contract accounts whose positions are included. */
  readonly accounts: readonly Address[];
}

export interface Positions {
  /** For the store's readPortfolio; the same array until a contract is identified. */
  readonly listNftContracts: () => readonly NftContractRef[];
  readonly list: (query: PositionsQuery) => Promise<ChainPositions>;
}

export interface PositionsOptions {
  readonly db: ReadStore;
  readonly tokens: TokenTable;
  readonly initialScans: InitialScans;
  readonly protocols: Pick<ProtocolTable, "findByNft" | "isDead" | "isOff" | "listIdentifiedNfts">;
  readonly reader: PositionReader;
  /** Reads what indicates the positions of an owner's contract account; default: now. */
  readonly readHolder?: (holder: HolderQuery) => Promise<PortfolioRead>;
}

/** A contract account, and the one chain that it is read on. */
export interface HolderQuery {
  readonly owner: Address;
  readonly chains: readonly string[];
}

/** Maximum contract accounts of one owner. */
const MAX_ACCOUNTS = 50;

export function createPositions(options: PositionsOptions): Positions {
  const { db, tokens, initialScans, protocols, reader } = options;
  const records = createValuedRecords(db, tokens);
  const { findByNft, isDead } = protocols;
  let nfts: Record<"all" | "identified" | "tabled", readonly NftContractRef[]> | undefined;
  const listNftContracts = (): readonly NftContractRef[] => {
    const identified = protocols.listIdentifiedNfts();
    if (nfts?.identified !== identified) {
      const tabled = nfts?.tabled ?? listPositionNfts(); // it reads every row of the catalogue: not at the start
      nfts = { tabled, identified, all: [...tabled, ...identified] };
    }
    return nfts.all;
  };
  const {
    readHolder = (holder) =>
      initialScans.afterInitialScan(holder, () => readPortfolio(db, { ...holder, nftContracts: listNftContracts() })),
  } = options;
  const requestEach = (scope: AnswerScope, holders: readonly Holder[]): PendingPositions[] =>
    requestPositions({ reader, isOff: protocols.isOff }, scope, holders);

  const readAccount = async (query: PositionsQuery, proxy: PositionProxy) => {
    const { synced, budget } = query;
    const holderQuery = { owner: proxy.account, chains: [synced.chain.slug] };
    const read = await budget.within(readHolder(holderQuery));
    const [pinned] = read ? surveyChains(holderQuery.chains, read.syncStatuses).synced : [];
    if (read === undefined || pinned === undefined) return undefined;
    const holdings = await listHoldings(tokens, pinned, read);
    const holder = toHolder({ owner: proxy.account, synced, read, holdings, proxy, findByNft, isDead });
    return holder.isSpammed ? await siftSpam(db, query, holder) : holder;
  };

  /** Positions of the accounts that a wallet lists, as the owner's. */
  const listByAccounts = async (
    query: PositionsQuery,
    scope: AnswerScope,
    { deployed, answer }: PendingPositions,
  ): Promise<PositionAnswer[]> => {
    const answered = await answer;
    const { reading } = answered;
    if (reading === undefined) return [];
    const { accounts } = records.parse(toSource(query, answered, reading));
    const proxies = accounts.slice(0, MAX_ACCOUNTS).map((account) => ({ account, wallet: deployed }));
    const holders = await Promise.all(proxies.map((proxy) => readAccount(query, proxy)));
    const known = holders.filter((holder) => holder !== undefined);
    const answers = await Promise.all(requestEach(scope, known).map((holderQuery) => holderQuery.answer));
    return known.length === accounts.length
      ? answers
      : [...answers, { ...answered, reading: undefined, isMissing: true }];
  };

  const list = async (query: PositionsQuery): Promise<ChainPositions> => {
    const { owner, synced, read, holdings, kind, protocolId, budget } = query;
    const scope = { synced, kind, protocolId, budget };
    const holder = toHolder({ owner, synced, read, holdings, proxy: undefined, findByNft, isDead });
    const own = requestEach(scope, [holder.isSpammed ? await siftSpam(db, query, holder) : holder]);
    const wallets = own.filter(({ deployed }) => deployed.adapter.listAccounts !== undefined);
    const [answers, byAccounts] = await Promise.all([
      Promise.all(own.map(({ answer }) => answer)),
      Promise.all(wallets.map((wallet) => listByAccounts(query, scope, wallet))),
    ]);
    const all = [...answers, ...byAccounts.flat()];
    const found = await Promise.all(
      all.map(async (answer): Promise<readonly [Deployed, readonly OwnedProtocol["positions"][number][]]> => {
        const { deployed, reading } = answer;
        if (reading === undefined || isOther(deployed, protocolId)) return [deployed, []];
        return [deployed, (await records.value(toSource(query, answer, reading))).positions];
      }),
    );
    const accounts = new Set(all.flatMap(({ proxy }) => proxy?.account ?? []));
    return { owned: groupByProtocol(found), accounts: [...accounts], ...lackOf(synced, all) };
  };
  return { listNftContracts, list };
}

/** A wallet that was read for its accounts only. */
const isOther = ({ id }: Deployed, protocolId: string | undefined): boolean =>
  protocolId !== undefined && id !== protocolId;

type Traced = Pick<PositionsQuery, "holdings" | "owner" | "read" | "synced"> &
  Pick<Holder, "proxy"> &
  Pick<ProtocolTable, "findByNft" | "isDead">;

function toHolder({ owner, synced: { chain }, read, holdings, proxy, findByNft, isDead }: Traced): Holder {
  const isHere = (row: { readonly chain: string }) => row.chain === chain.slug;
  const interactions = read.interactions.filter(isHere);
  const protocolOfNft = (contract: Address) => findByNft(chain.slug, contract)?.id;
  const traces = { owner, holdings, interactions, nfts: read.positionNfts.filter(isHere), protocolOfNft, isDead };
  return { traces, rows: read.positions.filter(isHere), proxy, isSpammed: interactions.length >= MAX_INTERACTIONS };
}

/** For an owner flooded with events: events of known contracts are read separately. */
async function siftSpam(db: Store, { synced, kind }: PositionsQuery, holder: Holder): Promise<Holder> {
  const { traces } = holder;
  const chain = synced.chain.slug;
  const { byEmitter } = listSources(chain, kind);
  const [tabled, identified] = await Promise.all([
    listOwnerInteractions(db, { owner: traces.owner, chain, contracts: [...byEmitter.keys()] }),
    listIdentifiedInteractions(db, { owner: traces.owner, chain, limit: MAX_INTERACTIONS }),
  ]);
  const others = traces.interactions.filter(({ protocolId = "" }) => protocolId === "");
  const known = [...identified, ...others].filter(({ contract }) => !byEmitter.has(contract));
  return { ...holder, traces: { ...traces, interactions: [...tabled, ...known] } };
}

const toSource = (
  { owner, synced }: PositionsQuery,
  { deployed, proxy }: PositionAnswer,
  { record, timeAt }: NonNullable<PositionAnswer["reading"]>,
): RecordSource => ({ chain: synced.chain, deployed, owner, proxy, timeAt, record });

function lackOf({ chain, blockNumber }: PinnedChain, answers: readonly PositionAnswer[]): PositionLack {
  const missing = answers.flatMap(({ isMissing, deployed }) => (isMissing ? [deployed.id] : []));
  const blocks = answers.flatMap(({ reading }) => reading?.blockNumber ?? []);
  const oldest = blocks.reduce((least, block) => (block < least ? block : least), blockNumber);
  return {
    chain: chain.slug,
    positionsBlock: oldest < blockNumber ? oldest : undefined,
    isRefreshing: answers.some(({ isRefreshing }) => isRefreshing),
    missing: [...new Set(missing)].toSorted(),
  };
}
