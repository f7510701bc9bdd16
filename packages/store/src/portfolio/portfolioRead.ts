import { fromBytea } from "../encoding/bytea.ts";
import type { Address, Bytea } from "../encoding/bytea.ts";
import { toReach } from "../chains/chainReach.ts";
import type { ChainReach, ReachRow } from "../chains/chainReach.ts";
import type { BlockRef } from "../chains/chains.ts";
import type { PositionReading } from "../positions/positionReads.ts";
import { toBalances } from "../balances/readOwner.ts";
import type { OwnerRead } from "../balances/readOwner.ts";
import type { TouchRow } from "../positions/touches.ts";

/** A contract whose NFTs are positions. */
export type NftPlace = { chain: string; contract: Address };

/** With the hash of the balances' block, so that calls can be pinned to it. */
export type PortfolioReach = Omit<ChainReach, "balances"> & { balances: BlockRef | undefined };

export type ReadTouch = TouchRow & { chain: string };
export type PositionNft = NftPlace & { tokenId: bigint };

/** A reading of an owner's positions in a protocol, at its block. */
export interface PositionRow extends Omit<PositionReading, "amounts" | "owner"> {
  /** Whether the owner had any transfer or interaction on the chain after that block, up to the balances' block. */
  isChangedSince: boolean;
}

export interface PortfolioRead extends OwnerRead {
  reaches: PortfolioReach[];
  touches: ReadTouch[];
  positionNfts: PositionNft[];
  positions: PositionRow[];
}

/** Rows of the statement in portfolioStatement.ts. */
export type PortfolioChainRow = Omit<ReachRow, "is_sighted"> & { nth: null; hash: Bytea | null };
export type PortfolioOwnerRow = { nth: number } & Record<
  "held" | "nfts" | "positions" | "sighted" | "touches",
  string | null
>;

export function toPortfolioRead(
  owner: Address,
  chains: readonly PortfolioChainRow[],
  row: PortfolioOwnerRow,
): PortfolioRead {
  const sighted = new Set(row.sighted?.split(","));
  const reaches = chains.map((chain) => toPortfolioReach(chain, sighted));
  const [touches, newest] = readTouches(owner, row.touches);
  return {
    reaches,
    balances: (row.held?.split(";") ?? []).flatMap(readHeld),
    touches,
    positionNfts: (row.nfts?.split(",") ?? []).map(readNft),
    positions: (row.positions?.split("\n") ?? []).map((line) => readPosition(line, reaches, newest)),
  };
}

function toPortfolioReach(row: PortfolioChainRow, sighted: ReadonlySet<string>): PortfolioReach {
  const { balances, ...reach } = toReach({ ...row, is_sighted: row.start_block === 0n || sighted.has(row.chain) });
  const hash = row.hash && fromBytea(row.hash);
  return { ...reach, balances: balances && hash ? { ...balances, hash } : undefined };
}

const toAddress = (digits: string): Address => `0x${digits}`;

/** @param text - A chain and its balances: `eth:0xa0b8… 250500000,0xc02a… 7`. */
function readHeld(text: string) {
  const colon = text.indexOf(":");
  return toBalances({ chain: text.slice(0, colon), held: text.slice(colon + 1) });
}

/**
 * @param text - Chain, contract, key, block and the chain's newest interaction for each: `eth a0b8…  7 8,eth c02a… 0x2a
 * 8 8`.
 * @returns them, and the newest of each chain.
 */
function readTouches(owner: Address, text: string | null): [ReadTouch[], ReadonlyMap<string, bigint>] {
  const newest = new Map<string, bigint>();
  const touches = (text?.split(",") ?? []).map((touch) => {
    const [chain = "", contract = "", key = "", block = "0", last = "0"] = touch.split(" ");
    if (!newest.has(chain)) newest.set(chain, BigInt(last));
    return { chain, owner, contract: toAddress(contract), key, blockNumber: BigInt(block) };
  });
  return [touches, newest];
}

/** @param text - Chain, contract and number: `eth c364… 17`. */
function readNft(text: string): PositionNft {
  const [chain = "", contract = "", tokenId = "0"] = text.split(" ");
  return { chain, contract: toAddress(contract), tokenId: BigInt(tokenId) };
}

/** @param line - Chain, protocol, block, its hash, its time, whether the owner changed since, and JSON. */
function readPosition(
  line: string,
  reaches: readonly PortfolioReach[],
  newestTouch: ReadonlyMap<string, bigint>,
): PositionRow {
  const [chain = "", protocolId = "", block = "0", hash = "", timeAt = "0", hasMoved] = line.split(" ", 6);
  const start = [chain, protocolId, block, hash, timeAt, hasMoved].join(" ").length + 1;
  const blockNumber = BigInt(block);
  const pinned = reaches.find((reach) => reach.chain === chain)?.balances?.blockNumber ?? 0n;
  const isTouched = blockNumber < pinned && (newestTouch.get(chain) ?? 0n) > blockNumber;
  return {
    chain,
    protocolId,
    blockNumber,
    blockHash: `0x${hash}`,
    timeAt: Number(timeAt),
    text: line.slice(start),
    isChangedSince: isTouched || hasMoved === "t",
  };
}
