import { fromBytea } from "../encoding/bytea.ts";
import type { Address, Bytea } from "../encoding/bytea.ts";
import { toSyncStatus } from "../chains/chainSyncStatus.ts";
import type { ChainStatusRow, ChainSyncStatus } from "../chains/chainSyncStatus.ts";
import type { BlockRef } from "../chains/chains.ts";
import type { PositionReading } from "../positions/positionReads.ts";
import { toBalances } from "../balances/readOwner.ts";
import type { OwnerRead } from "../balances/readOwner.ts";
import type { InteractionRow } from "../positions/interactions.ts";

/** A contract whose NFTs are positions. */
export type NftContractRef = { chain: string; contract: Address };

/** With the hash of the balances' block, so that calls can be pinned to it. */
export type PortfolioSyncStatus = Omit<ChainSyncStatus, "balances"> & { balances: BlockRef | undefined };

export interface ReadInteraction extends InteractionRow {
  chain: string;
  /** That the contract was identified as; "" if there is none. */
  protocolId: string;
}
export type PositionNft = NftContractRef & { tokenId: bigint };

/** A reading of an owner's positions in a protocol, at its block. */
export interface PositionRow extends Omit<PositionReading, "amounts" | "owner"> {
  /** Whether the owner had any transfer or interaction on the chain after that block, up to the balances' block. */
  isChangedSince: boolean;
}

export interface PortfolioRead extends OwnerRead {
  syncStatuses: PortfolioSyncStatus[];
  interactions: ReadInteraction[];
  positionNfts: PositionNft[];
  positions: PositionRow[];
}

/** Rows of the statement in portfolioStatement.ts. */
export type PortfolioChainRow = ChainStatusRow & { nth: null; is_whole: boolean; hash: Bytea | null };
export type PortfolioOwnerRow = { nth: number } & Record<
  "held" | "ledgers" | "nfts" | "positions" | "scanned" | "interactions",
  string | null
>;

export function toPortfolioRead(
  owner: Address,
  chains: readonly PortfolioChainRow[],
  row: PortfolioOwnerRow,
): PortfolioRead {
  const scanned = new Map(row.scanned?.split(",").map(readScanned));
  const ledgers = new Map(row.ledgers?.split(",").map((text) => splitAt(text, text.indexOf(" "))));
  const syncStatuses = chains.map((chain) => toPortfolioSyncStatus(chain, scanned, ledgers.get(chain.chain)));
  const [interactions, newest] = readInteractions(owner, row.interactions);
  return {
    syncStatuses,
    balances: (row.held?.split(";") ?? []).flatMap(readHeld),
    interactions,
    positionNfts: (row.nfts?.split(",") ?? []).map(readNft),
    positions: (row.positions?.split("\n") ?? []).map((line) => readPosition(line, syncStatuses, newest)),
  };
}

interface ScannedChain {
  scan: "complete" | "partial";
  /** The owner's first block there. */
  start: bigint;
  history: string | null;
}

/**
 * @param text - A chain, its initial scan, the owner's first block there, and its history: `eth complete 1234 partial 1000`,
 * or `eth partial 0`.
 */
function readScanned(text: string): [string, ScannedChain] {
  const [chain = "", state, start = "0", ...history] = text.split(" ");
  const scan = state === "partial" ? state : "complete";
  return [chain, { scan, start: BigInt(start), history: history.length === 0 ? null : history.join(" ") }];
}

const splitAt = (text: string, at: number): [string, string] => [text.slice(0, at), text.slice(at + 1)];

function toPortfolioSyncStatus(
  row: PortfolioChainRow,
  scannedChains: ReadonlyMap<string, ScannedChain>,
  openRanges: string | undefined,
): PortfolioSyncStatus {
  const scanned = scannedChains.get(row.chain);
  const { balances, ...syncStatus } = toSyncStatus({
    ...row,
    start_block: scanned?.start ?? row.start_block,
    scan: row.is_whole && row.mode === "full" ? "complete" : (scanned?.scan ?? null),
    open_ranges: openRanges ?? null,
    history: scanned?.history ?? null,
  });
  const hash = row.hash && fromBytea(row.hash);
  return { ...syncStatus, balances: balances && hash ? { ...balances, hash } : undefined };
}

const toAddress = (digits: string): Address => `0x${digits}`;

/** @param text - A chain and its balances: `eth:0xa0b8… 250500000,0xc02a… 7`. */
function readHeld(text: string) {
  const colon = text.indexOf(":");
  return toBalances({ chain: text.slice(0, colon), held: text.slice(colon + 1) });
}

/**
 * @param text - Chain, contract, key, block, the chain's newest interaction and the contract's protocol for each:
 * `eth a0b8…  7 8 ,eth c02a… 0x2a 8 8 curve`.
 * @returns them, and the newest of each chain.
 */
function readInteractions(owner: Address, text: string | null): [ReadInteraction[], ReadonlyMap<string, bigint>] {
  const newest = new Map<string, bigint>();
  const interactions = (text?.split(",") ?? []).map((interaction) => {
    const [chain = "", contract = "", key = "", block = "0", last = "0", protocolId = ""] = interaction.split(" ");
    if (!newest.has(chain)) newest.set(chain, BigInt(last));
    return { chain, owner, contract: toAddress(contract), key, blockNumber: BigInt(block), protocolId };
  });
  return [interactions, newest];
}

/** @param text - Chain, contract and number: `eth c364… 17`. */
function readNft(text: string): PositionNft {
  const [chain = "", contract = "", tokenId = "0"] = text.split(" ");
  return { chain, contract: toAddress(contract), tokenId: BigInt(tokenId) };
}

/** @param line - Chain, protocol, block, its hash, its time, whether the owner changed since, and JSON. */
function readPosition(
  line: string,
  syncStatuses: readonly PortfolioSyncStatus[],
  newestInteraction: ReadonlyMap<string, bigint>,
): PositionRow {
  const [chain = "", protocolId = "", block = "0", hash = "", timeAt = "0", hasMoved] = line.split(" ", 6);
  const start = [chain, protocolId, block, hash, timeAt, hasMoved].join(" ").length + 1;
  const blockNumber = BigInt(block);
  const pinned = syncStatuses.find((syncStatus) => syncStatus.chain === chain)?.balances?.blockNumber ?? 0n;
  const isChanged = blockNumber < pinned && (newestInteraction.get(chain) ?? 0n) > blockNumber;
  return {
    chain,
    protocolId,
    blockNumber,
    blockHash: `0x${hash}`,
    timeAt: Number(timeAt),
    text: line.slice(start),
    isChangedSince: isChanged || hasMoved === "t",
  };
}
