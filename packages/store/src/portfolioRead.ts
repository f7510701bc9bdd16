import { fromBytea } from "./bytea.ts";
import type { Address, Bytea } from "./bytea.ts";
import { toReach } from "./chainReach.ts";
import type { ChainReach, ReachRow } from "./chainReach.ts";
import type { BlockRef } from "./chains.ts";
import type { PositionReading } from "./positionReads.ts";
import { toBalances } from "./readOwner.ts";
import type { OwnerRead } from "./readOwner.ts";
import type { TouchRow } from "./touches.ts";

/** A contract whose NFTs are positions. */
export type NftPlace = { chain: string; contract: Address };

/** With the hash of the block that balances are true at, so that calls can be pinned to it. */
export type PortfolioReach = Omit<ChainReach, "balances"> & { balances: BlockRef | undefined };

export type ReadTouch = TouchRow & { chain: string };
export type PositionNft = NftPlace & { tokenId: bigint };

/** What was read of an owner's positions in a protocol, at the block said. */
export interface PositionRow extends Omit<PositionReading, "amounts" | "owner"> {
  /** Whether the owner did anything on the chain, or had it done, after that block and up to the one of the balances. */
  isChangedSince: boolean;
}

export interface PortfolioRead extends OwnerRead {
  reaches: PortfolioReach[];
  touches: ReadTouch[];
  positionNfts: PositionNft[];
  positions: PositionRow[];
}

/** A row of the statements in portfolioStatement.ts. */
export type PortfolioReadRow = ReachRow &
  Record<"held" | "nfts" | "positions" | "touches", string | null> & {
    hash: Bytea | null;
  };

export const toPortfolioRead = (owner: Address, rows: readonly PortfolioReadRow[]): PortfolioRead => ({
  reaches: rows.map(toPortfolioReach),
  balances: rows.flatMap(toBalances),
  touches: rows.flatMap((row) => toTouches(owner, row)),
  positionNfts: rows.flatMap(toPositionNfts),
  positions: rows.flatMap(toPositions),
});

function toPortfolioReach(row: PortfolioReadRow): PortfolioReach {
  const { balances, ...reach } = toReach(row);
  const hash = row.hash && fromBytea(row.hash);
  return { ...reach, balances: balances && hash ? { ...balances, hash } : undefined };
}

const toAddress = (digits: string): Address => `0x${digits}`;

/** @param row.touches - Contract, key and block for each: `a0b8…  7,c02a… 0x2a 8`. */
const toTouches = (owner: Address, { chain, touches }: PortfolioReadRow): ReadTouch[] =>
  (touches?.split(",") ?? []).map((touch) => {
    const [contract = "", key = "", block = "0"] = touch.split(" ");
    return { chain, owner, contract: toAddress(contract), key, blockNumber: BigInt(block) };
  });

/** @param row.nfts - Contract and number for each: `c364… 17,c364… 18`. */
const toPositionNfts = ({ chain, nfts }: PortfolioReadRow): PositionNft[] =>
  (nfts?.split(",") ?? []).map((nft) => {
    const [contract = "", tokenId = "0"] = nft.split(" ");
    return { chain, contract: toAddress(contract), tokenId: BigInt(tokenId) };
  });

/** @param row.positions - Lines: protocol, block, its hash, its time, whether something changed since, and JSON. */
const toPositions = ({ chain, positions }: PortfolioReadRow): PositionRow[] =>
  (positions?.split("\n") ?? []).map((line) => {
    const [protocolId = "", block = "0", hash = "", timeAt = "0", isChanged] = line.split(" ", 5);
    const start = [protocolId, block, hash, timeAt, isChanged].join(" ").length + 1;
    return {
      chain,
      protocolId,
      blockNumber: BigInt(block),
      blockHash: `0x${hash}`,
      timeAt: Number(timeAt),
      text: line.slice(start),
      isChangedSince: isChanged === "t",
    };
  });
