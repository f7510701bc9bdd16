import { NATIVE_TOKEN, ZERO_ADDRESS } from "@portico/evm";
import type { Address } from "@portico/evm";
import type { Category } from "../category.ts";
import type { Knowledge } from "../knowledge.ts";
import type { Movement } from "../movement.ts";
import type { Intent } from "./intent.ts";
import { listOwnTransfers, type NetAsset, type NetChange, sumTransfers, type Via } from "./netChange.ts";

export interface Evidence {
  owner: Address;
  movements: readonly Movement[];
  via?: Via | undefined;
  /** Whether the owner initiated it. */
  isActive: boolean;
  /** Whether it called a contract, instead of a plain transfer. */
  isCall: boolean;
  /** The contracts that were called, outermost first. */
  called: readonly Address[];
  /** Whether the name of a called function is known. */
  isNamed: boolean;
  /** What the names of the called functions promise, outermost first. */
  intents: readonly Intent[];
  /** What contracts say in their logs that they did for the owner: also of whoever did nothing. */
  events?: readonly { contract: Address; meaning: Intent }[];
}

/**
 * The category of a transaction whose calldata is not understood, by what its owner gained and lost, of which assets
 * were minted or burnt, whom they moved to or from, and what the names of the called functions promise. A name alone
 * never decides.
 */
export function inferCategory(evidence: Evidence, knowledge: Knowledge): Category | "" {
  const { owner, movements, isActive } = evidence;
  const transfers = listOwnTransfers(owner, movements);
  if (transfers.length === 0) return inferWithoutTransfers(evidence);
  const change = sumTransfers(owner, transfers, evidence.via);
  const { gains, losses } = change;
  const wrapping = findWrapping(change, knowledge.wrappedToken);
  if (wrapping !== undefined && findIntent(evidence, ["swap"]) === undefined) return wrapping;
  if (gains.length > 0 && losses.length > 0) return inferExchange(change, evidence, knowledge);
  if (gains.length > 0) return inferGain(gains, evidence, knowledge);
  if (losses.length > 0) return inferLoss(losses, evidence, knowledge);
  return isActive && evidence.isCall ? "" : transfers.some(({ from }) => from === owner) ? "send" : "receive";
}

/** Of the native coin's side there may be no record. */
function findWrapping({ gains, losses }: NetChange, wrappedToken: Address | null): Category | undefined {
  const isOnly = (assets: readonly NetAsset[], id: Address | null) => assets.length === 1 && assets[0]!.id === id;
  const isMinted = (assets: readonly NetAsset[]) => assets.every(({ isFromZero }) => isFromZero);
  if (isOnly(gains, wrappedToken) && isOnly(losses, NATIVE_TOKEN)) return "wrap";
  if (isOnly(losses, wrappedToken) && isOnly(gains, NATIVE_TOKEN)) return "unwrap";
  if (isOnly(gains, wrappedToken) && losses.length === 0 && isMinted(gains)) return "wrap";
  if (isOnly(losses, wrappedToken) && gains.length === 0 && isMinted(losses)) return "unwrap";
  return undefined;
}

/** The first promise that is one of these: of a function's name, else of an event. */
function findIntent<T extends Intent>({ intents, events = [] }: Evidence, fitting: readonly T[]): T | undefined {
  const meanings = events.map(({ meaning }) => meaning);
  const claims = meanings.filter((meaning) => meaning === "claim"); // beside deposits and withdrawals there are rewards
  const all = [...intents, ...meanings.filter((meaning) => meaning !== "claim"), ...claims];
  return all.find((intent): intent is T => (fitting as readonly Intent[]).includes(intent));
}

const IN = ["deposit", "stake", "lock", "repay", "migrate", "mint"] as const;
const OUT = ["withdraw", "unstake", "unlock", "borrow", "claim"] as const;

/** Something for something else. */
function inferExchange(change: NetChange, evidence: Evidence, knowledge: Knowledge): Category | "" {
  const { gains, losses } = change;
  if ([...gains, ...losses].some(({ isNft }) => isNft)) return inferNftExchange(change, evidence);
  const isRouted = usesOf(evidence, losses, knowledge).includes("exchange");
  const intent = findIntent(evidence, [...IN, ...OUT, "swap", "order_filled"]);
  if (intent === "migrate" || intent === "borrow") return intent;
  const isSwap = isRouted || intent === "swap";
  const minted = gains.filter((gain) => gain.isFromZero || (gain.isFromZeroVia && !isSwap));
  const burnt = losses.filter((loss) => isBurnt(gains)(loss) || (loss.isFromZeroVia && !isSwap));
  if (minted.length > 0 && burnt.length > 0) {
    const isNew = minted.length === gains.length && burnt.length === losses.length;
    if (isNew && !isSwap && findIntent({ ...evidence, events: [] }, [...IN, ...OUT]) === undefined) return "migrate";
    if (intent !== undefined && intent !== "claim" && intent !== "mint") return intent;
    if (isSwap) return "swap";
    return "withdraw";
  }
  const isOwn = losses.some(({ parties }) =>
    parties.some((party) => minted.some(({ contract }) => contract === party)),
  );
  // beside shares there may be rewards, and what was not used
  if (minted.length > 0 && (isOwn || !isRouted)) return intent === "stake" || intent === "lock" ? intent : "deposit";
  if (burnt.length > 0 && !(isRouted && intent === "swap")) {
    return intent === "unstake" || intent === "unlock" || intent === "repay" ? intent : "withdraw";
  }
  if (intent !== undefined && intent !== "claim" && intent !== "mint") return intent;
  return "swap";
}

/** Burnt, or sent back to its own contract. */
const isBurnt =
  (gains: readonly NetAsset[]) =>
  ({ isFromZero, contract, parties }: NetAsset): boolean =>
    isFromZero ||
    parties.every((party) => party === contract) ||
    gains.every((gain) => gain.parties.includes(contract));

/** Several tokens for a new NFT are a position of a pool. */
function inferNftExchange({ gains, losses }: NetChange, evidence: Evidence): Category {
  const [nftsIn, nftsOut] = [gains, losses].map((assets) => assets.filter(({ isNft }) => isNft)) as [
    NetAsset[],
    NetAsset[],
  ];
  const isMint = nftsIn.length > 0 && nftsIn.every(({ isFromZero }) => isFromZero);
  const isBurn = nftsOut.length > 0 && nftsOut.every(({ isFromZero }) => isFromZero);
  if (isMint && nftsOut.length === 0) {
    const isPosition = losses.filter(({ isNft, id }) => !isNft && id !== NATIVE_TOKEN).length > 1;
    return isPosition ? "add_liquidity" : (findIntent(evidence, ["lock", "stake"]) ?? "mint");
  }
  if (isBurn && nftsIn.length === 0) return findIntent(evidence, ["withdraw", "unlock", "unstake"]) ?? "burn";
  if (nftsIn.length === 0) return findIntent(evidence, ["stake", "lock", "migrate"]) ?? "trade_nft";
  if (nftsOut.length === 0) return findIntent(evidence, ["unstake", "unlock", "withdraw"]) ?? "trade_nft";
  return "trade_nft";
}

function inferGain(gains: readonly NetAsset[], evidence: Evidence, knowledge: Knowledge): Category | "" {
  const { isActive } = evidence;
  const isMint = gains.every(({ isFromZero }) => isFromZero);
  const intent = findIntent(evidence, [...OUT, "order_cancelled", "airdrop", "bridge", "stake"]);
  const isOwnPart = intent === "claim" || intent === "unstake" || intent === "airdrop"; // bridges have farms and tokens, too
  if (!isOwnPart && usesOf(evidence, gains, knowledge).includes("bridge")) return "bridge_in";
  if (!isActive) return inferPassiveGain(evidence, knowledge);
  if (intent === "bridge") return "bridge_in";
  if (intent === "airdrop") return "claim";
  if (intent !== undefined && !(intent === "stake" && !isMint)) return intent;
  if (isMint) return "mint";
  if (!evidence.isCall) return "receive";
  return "claim"; // whatever the function is: a contract paid its caller, who gave nothing
}

/** Somebody else's call: a promise counts only if it is to many, or of the owner's order; an event only of a protocol. */
function inferPassiveGain(evidence: Evidence, knowledge: Knowledge): Category {
  if (hasProtocolEvent(evidence, "bridge", knowledge)) return "bridge_in";
  return findIntent({ ...evidence, events: [] }, ["airdrop", "order_cancelled"]) ?? "receive";
}

/** Anybody can emit an event in another's name, so its contract must be a protocol's. */
const hasProtocolEvent = ({ events = [] }: Evidence, wanted: Intent, { findUse }: Knowledge): boolean =>
  events.some(({ contract, meaning }) => meaning === wanted && findUse(contract) !== undefined);

function inferLoss(losses: readonly NetAsset[], evidence: Evidence, knowledge: Knowledge): Category | "" {
  const { isActive, isCall } = evidence;
  if (!isActive && hasProtocolEvent(evidence, "liquidation", knowledge)) return "liquidation";
  const isBurn = losses.every(({ isFromZero }) => isFromZero);
  const isBack = losses.some(({ contract, parties }) => parties.includes(contract)); // sent to its own contract
  if (!isActive) return isBurn ? "burn" : "send";
  const intent = findIntent(evidence, [
    ...IN,
    "renew",
    "donate",
    "order_placed",
    "bridge",
    "swap",
    "delegate",
    "airdrop",
    ...(isBurn || isBack ? (["withdraw", "unstake", "unlock"] as const) : []),
  ]);
  const uses = usesOf(evidence, losses, knowledge);
  const isStake = intent === "stake" || intent === "delegate";
  if (intent === "bridge" || (!isStake && uses.includes("bridge"))) return "bridge_out";
  if (uses.includes("donation") && !isStake && intent !== "lock") return "donate";
  if (intent === "delegate") return "stake";
  if (intent === "airdrop") return "send";
  if (intent !== undefined) return intent;
  if (isBurn) return "burn";
  if (!isCall) return "send";
  const isToken = losses.some(({ id }) => id !== NATIVE_TOKEN); // coins pay for anything
  return uses.length > 0 || (evidence.isNamed && isToken) ? "deposit" : "";
}

/** What the protocols are for: of the called contracts, and of those that these assets moved to or from. */
const usesOf = ({ called }: Evidence, assets: readonly NetAsset[], { findUse }: Knowledge) =>
  [...called, ...assets.flatMap(({ parties }) => parties)].flatMap((contract) => findUse(contract) ?? []);

/** Approvals, votes and orders. */
function inferWithoutTransfers(evidence: Evidence): Category | "" {
  const { isActive, isCall } = evidence;
  const meant =
    isActive && isCall
      ? findIntent(evidence, ["governance", "delegate", "order_placed", "order_cancelled"])
      : undefined;
  return meant ?? categorizeApprovals(evidence);
}

/** The owner's approvals, if nothing moved. */
function categorizeApprovals({ owner, movements }: Evidence): Category | "" {
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
