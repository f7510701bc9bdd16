import { toAmount, type Address } from "@portico/evm";
import { LegKind, type HistoryLeg, type HistoryTransaction } from "@portico/store";
import {
  actionWords,
  formatAmount,
  shortenAddress,
  shortenName,
  summarize,
  type Category,
} from "@portico/transactions";
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
  const textsOf = (way: "in" | "out"): string[] => {
    const ofWay = flows.filter(({ rawAmount }) => (way === "in" ? rawAmount > 0n : rawAmount < 0n));
    const assets =
      words?.hasReceipt === true && words.first === way ? withoutReceipts(ofWay, transaction, metadata) : ofWay;
    return assets.map((leg) => describeAsset(leg, transaction, metadata));
  };
  return summarize({
    category,
    isSuccess: isSuccess !== false,
    ins: textsOf("in"),
    outs: textsOf("out"),
    approved: legs.filter(({ kind }) => APPROVALS.has(kind)).map((leg) => nameAsset(leg, transaction, metadata)),
    protocol,
    otherChain,
    other: otherAddress === "" ? "" : isToItself ? "itself" : shortenAddress(otherAddress),
    functionName,
  });
}

/** One leg per asset, with the net amount, positive if it came in. */
function netFlows(legs: readonly HistoryLeg[]): HistoryLeg[] {
  const byAsset = Map.groupBy(legs, ({ token, tokenId }) => `${token} ${tokenId}`);
  return [...byAsset.values()].map((same) => ({
    ...same[0]!,
    rawAmount: same.reduce((sum, { rawAmount, isInbound }) => sum + (isInbound ? rawAmount : -rawAmount), 0n),
  }));
}

/** Unless nothing else moved. */
function withoutReceipts(
  legs: readonly HistoryLeg[],
  { chain }: HistoryTransaction,
  { tokenOf }: PageMetadata,
): readonly HistoryLeg[] {
  const others = legs.filter((leg) => isNftLeg(leg) || !tokenOf(chain, leg.token).isDerived);
  return others.length > 0 ? others : legs;
}

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
