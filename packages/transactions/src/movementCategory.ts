import { NATIVE_TOKEN, ZERO_ADDRESS } from "@portico/evm";
import type { Address } from "@portico/evm";
import type { Category } from "./action.ts";
import type { Movement } from "./movement.ts";

type Transfer = Movement & { kind: "nft" | "token" };

/**
 * The category of movements for an owner, by each asset's net change.
 * @param isActive - Whether the owner initiated it: otherwise a mint counts as received.
 */
export function categorizeMovements(
  owner: Address,
  movements: readonly Movement[],
  wrappedToken: Address | null,
  isActive: boolean,
): Category | "" {
  const transfers = movements.filter(
    (movement): movement is Transfer =>
      (movement.kind === "token" || movement.kind === "nft") && (movement.from === owner || movement.to === owner),
  );
  if (transfers.length === 0) return categorizeApprovals(owner, movements);
  const { gains, losses } = sumThings(owner, transfers);
  if (gains.length > 0 && losses.length > 0) return categorizeExchange(gains, losses, wrappedToken);
  const [thing] = gains.length > 0 ? gains : losses;
  const isFromZero = (gains.length > 0 ? gains : losses).every(({ isFromZero: is }) => is);
  if (thing === undefined) return transfers.some(({ from }) => from === owner) ? "send" : "receive"; // no net change
  const isWrapped = isFromZero && thing.id === wrappedToken; // native coin's side is unknown
  if (gains.length > 0) return isWrapped ? "wrap" : isFromZero && isActive ? "mint" : "receive";
  return isWrapped ? "unwrap" : isFromZero ? "burn" : "send";
}

interface Thing {
  /** A token, or an NFT's contract and id. */
  id: string;
  isNft: boolean;
  /** Whether the counterparty was always the zero address. */
  isFromZero: boolean;
}

function sumThings(owner: Address, transfers: readonly Transfer[]): { gains: Thing[]; losses: Thing[] } {
  const toId = (one: Transfer) => (one.kind === "token" ? one.token : `${one.contract} ${one.tokenId}`);
  const things = [...Map.groupBy(transfers, toId)].map(([id, all]) => ({
    id,
    isNft: all[0]?.kind === "nft",
    isFromZero: all.every(({ from, to }) => from === ZERO_ADDRESS || to === ZERO_ADDRESS),
    change: all.reduce((sum, one) => sum + toChange(owner, one), 0n),
  }));
  return { gains: things.filter(({ change }) => change > 0n), losses: things.filter(({ change }) => change < 0n) };
}

const toChange = (owner: Address, { from, to, rawAmount }: Transfer): bigint =>
  (to === owner ? rawAmount : 0n) - (from === owner ? rawAmount : 0n);

/** An exchange of assets. */
function categorizeExchange(gains: Thing[], losses: Thing[], wrappedToken: Address | null): Category | "" {
  const [nftsIn, nftsOut] = [gains, losses].map((things) => things.filter(({ isNft }) => isNft)) as [Thing[], Thing[]];
  if (nftsIn.length > 0 && nftsOut.length === 0)
    return nftsIn.every(({ isFromZero }) => isFromZero) ? "mint" : "trade_nft";
  if (nftsOut.length > 0 && nftsIn.length === 0)
    return nftsOut.every(({ isFromZero }) => isFromZero) ? "burn" : "trade_nft";
  if (nftsIn.length > 0) return "trade_nft";
  const [[gain, ...moreGains], [loss, ...moreLosses]] = [gains, losses];
  if (moreGains.length > 0 || moreLosses.length > 0) return "";
  if (loss?.id === NATIVE_TOKEN && gain?.id === wrappedToken) return "wrap";
  return gain?.id === NATIVE_TOKEN && loss?.id === wrappedToken ? "unwrap" : "swap";
}

/** The owner's approvals, if nothing moved. */
function categorizeApprovals(owner: Address, movements: readonly Movement[]): Category | "" {
  const approvals = movements.flatMap((movement) =>
    "spender" in movement && movement.owner === owner ? [movement] : [],
  );
  if (approvals.length === 0) return "";
  return approvals.some(isGiven) ? "approve" : "revoke";
}

type Approval = Extract<Movement, { spender: Address }>;

function isGiven(approval: Approval): boolean {
  if (approval.kind === "approval") return approval.rawAmount > 0n;
  return approval.kind === "nft_approval" ? approval.spender !== ZERO_ADDRESS : approval.isApproved;
}
