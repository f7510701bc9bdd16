import { toAmount, ZERO_ADDRESS, type Address } from "@portico/evm";
import { LegKind, type HistoryLeg, type HistoryTransaction } from "@portico/store";
import {
  actionWords,
  formatAmount,
  shortenAddress,
  shortenName,
  summarize,
  type Category,
} from "@portico/transactions";
import { isOwnName } from "../protocols/contractProtocol.ts";
import { APPROVALS, MOVES } from "./legKinds.ts";
import { isNftLeg, type PageMetadata } from "./pageMetadata.ts";

export interface SummaryContext {
  readonly owner: Address;
  readonly category: Category | "";
  readonly otherAddress: Address | "";
  /** Name of the first protocol; undefined if unknown. */
  readonly protocol: string | undefined;
  /** Name of the chain at the other end of a bridge; undefined if unknown. */
  readonly otherChain: string | undefined;
  /** Name or selector of the called function; "" if none was called. */
  readonly functionName: string;
}

/** What a transaction did to its owner, in one sentence. */
export function summarizeItem(
  transaction: HistoryTransaction,
  metadata: PageMetadata,
  { owner, category, otherAddress, protocol, otherChain, functionName }: SummaryContext,
): string {
  const { legs, isSuccess } = transaction;
  const moved = legs.filter(({ kind }) => MOVES.has(kind));
  const isToItself = category === "send" && otherAddress === owner;
  const flows = netFlows(isToItself ? moved.filter(({ isInbound }) => !isInbound) : moved);
  const words = category === "" ? undefined : actionWords[category];
  const isIn = words?.first === "in";
  const isDropped = (leg: HistoryLeg): boolean =>
    words?.hasReceipt === true && isReceipt(leg, moved, transaction, metadata);
  const subject = flows.filter(({ rawAmount }) => (isIn ? rawAmount > 0n : rawAmount < 0n));
  const price = flows.filter(({ rawAmount }) => (isIn ? rawAmount < 0n : rawAmount > 0n));
  const others = subject.filter((leg) => !isDropped(leg) || !isDerived(leg, transaction, metadata));
  const textsOf = (shown: readonly HistoryLeg[]): string[] =>
    byValue(shown, transaction, metadata).map((leg) => describeAsset(leg, transaction, metadata));
  const subjects = textsOf(others.length > 0 ? others : subject);
  const prices = textsOf(subject.length > 0 ? price.filter((leg) => !isDropped(leg)) : price);
  const approvals = legs.filter(({ kind }) => APPROVALS.has(kind));
  const isApproval = category === "approve" || category === "revoke";
  return summarize({
    category,
    isSuccess: isSuccess !== false,
    ins: isIn ? subjects : prices,
    outs: isIn ? prices : subjects,
    approved: [...new Set(approvals.map((leg) => nameAsset(leg, transaction, metadata)))],
    protocol,
    otherChain,
    other: otherAddress === "" ? "" : isToItself ? "itself" : shortenAddress(otherAddress),
    functionName,
    ...(isApproval ? nameSpender(approvals, transaction, metadata) : {}),
  });
}

/** By a name of its own only: whoever is allowed something could have made it look like a protocol's contract. */
function nameSpender(
  approvals: readonly HistoryLeg[],
  { chain }: HistoryTransaction,
  { protocolOf }: PageMetadata,
): { protocol: string | undefined; other?: string } {
  const [spender, ...more] = new Set(approvals.map(({ counterparty }) => counterparty));
  if (spender === undefined) return { protocol: undefined };
  if (more.length > 0) return { protocol: undefined, other: "several addresses" };
  const name = protocolOf(chain, spender);
  return { protocol: isOwnName(name) ? name?.name : undefined, other: shortenAddress(spender) };
}

/** One leg per asset, with the net amount, positive if it came in. */
function netFlows(legs: readonly HistoryLeg[]): HistoryLeg[] {
  const byAsset = Map.groupBy(legs, ({ token, tokenId }) => `${token} ${tokenId}`);
  return [...byAsset.values()].map((same) => ({
    ...same[0]!,
    rawAmount: same.reduce((sum, { rawAmount, isInbound }) => sum + (isInbound ? rawAmount : -rawAmount), 0n),
  }));
}

const isDerived = (leg: HistoryLeg, { chain }: HistoryTransaction, { tokenOf }: PageMetadata): boolean =>
  !isNftLeg(leg) && tokenOf(chain, leg.token).isDerived;

/**
 * Whether it stands for a deposit or a debt: minted, burnt, or exchanged with its own contract or, unless it is listed
 * as a token of its own, with a protocol's.
 */
function isReceipt(
  leg: HistoryLeg,
  moved: readonly HistoryLeg[],
  { chain }: HistoryTransaction,
  { tokenOf, protocolOf }: PageMetadata,
): boolean {
  const { kind, token } = leg;
  if (kind === LegKind.native) return false;
  const mayBe = !isNftLeg(leg) && (tokenOf(chain, token).isDerived || !tokenOf(chain, token).token.isVerified);
  return moved
    .filter((other) => other.token === token && other.tokenId === leg.tokenId)
    .every(({ counterparty }) => {
      if (counterparty === ZERO_ADDRESS || counterparty === token) return true;
      return mayBe && isOwnName(protocolOf(chain, counterparty));
    });
}

/** The most valuable first: a sentence counts the last of many. */
const byValue = (
  assets: readonly HistoryLeg[],
  { chain }: HistoryTransaction,
  { tokenOf }: PageMetadata,
): HistoryLeg[] => {
  const valueOf = (leg: HistoryLeg): number => {
    if (isNftLeg(leg)) return 0;
    const { decimals, price } = tokenOf(chain, leg.token);
    return Math.abs(toAmount(leg.rawAmount, decimals)) * price;
  };
  return assets.toSorted((a, b) => valueOf(b) - valueOf(a));
};

function describeAsset(leg: HistoryLeg, transaction: HistoryTransaction, metadata: PageMetadata): string {
  const rawAmount = leg.rawAmount < 0n ? -leg.rawAmount : leg.rawAmount;
  if (isNftLeg(leg)) return `${rawAmount === 1n ? "" : `${rawAmount} × `}${nameAsset(leg, transaction, metadata)}`;
  const { decimals, token } = metadata.tokenOf(transaction.chain, leg.token);
  const name = nameAsset(leg, transaction, metadata);
  return token.decimals === null ? `some ${name}` : `${formatAmount(toAmount(rawAmount, decimals))} ${name}`;
}

function nameAsset(leg: HistoryLeg, { chain }: HistoryTransaction, { tokenOf, nftOf }: PageMetadata): string {
  if (isNftLeg(leg)) {
    const { collection } = nftOf(chain, leg.token, leg.tokenId ?? 0n);
    const name = shortenName(collection?.name ?? "") || shortenAddress(leg.token);
    return leg.kind === LegKind.operatorApproval ? `all ${name}` : `${name} #${shortenName(String(leg.tokenId ?? 0n))}`;
  }
  const { symbol } = tokenOf(chain, leg.token).token;
  return shortenName(symbol ?? "") || shortenAddress(leg.token);
}
