import type { Approve, Receive, Send } from "@portico/contract";
import { getChain, NATIVE_TOKEN, toAmount, type Address } from "@portico/evm";
import { BACKWARDS, LegKind, type HistoryLeg, type HistoryTransaction } from "@portico/store";
import { nftId } from "@portico/wallet";
import { nftCollection } from "../nfts/nftItem.ts";
import { APPROVALS, MOVES } from "./legKinds.ts";
import { isNftLeg, type PageMetadata } from "./pageMetadata.ts";

/** The owner's movements and approvals, in the contract's form. */
export interface Moves {
  readonly sends: Send[];
  readonly receives: Receive[];
  readonly token_approve: Approve[];
}

/** Movements of the same token with the same counterparty are one entry. */
export function listMoves({ chain, legs }: HistoryTransaction, metadata: PageMetadata): Moves {
  const moved = sumMoves(legs.filter(({ kind }) => MOVES.has(kind)));
  const amountOf = (leg: HistoryLeg): number =>
    toAmount(leg.rawAmount, isNftLeg(leg) ? 0 : decimalsOf(chain, leg, metadata));
  /** Of what only balances report the other side isn't known. */
  const isContract = ({ kind, counterparty }: HistoryLeg): boolean | null =>
    kind === LegKind.unlogged ? null : (metadata.isContract(chain, counterparty) ?? null);
  const idOf = (leg: HistoryLeg): string => moveId(chain, leg, metadata);
  return {
    sends: moved
      .filter(({ isInbound }) => !isInbound)
      .map((leg) => ({
        amount: amountOf(leg),
        to_addr: leg.counterparty,
        to_is_contract: isContract(leg),
        token_id: idOf(leg),
        raw_amount: leg.rawAmount,
        ...sourceOf(leg),
      })),
    receives: moved
      .filter(({ isInbound }) => isInbound)
      .map((leg) => ({
        amount: amountOf(leg),
        from_addr: leg.counterparty,
        from_is_contract: isContract(leg),
        token_id: idOf(leg),
        raw_amount: leg.rawAmount,
        ...sourceOf(leg),
      })),
    token_approve: legs
      .filter(({ kind }) => APPROVALS.has(kind))
      .map((leg) => ({ value: amountOf(leg), spender: leg.counterparty, token_id: idOf(leg) })),
  };
}

/** An allowance of the native coin is one of its ERC-20 view, with the event's amount: its decimals may differ. */
function decimalsOf(chain: string, { kind, token }: HistoryLeg, metadata: PageMetadata): number {
  const { nativeErc20 } = getChain(chain);
  const isShown = token === NATIVE_TOKEN && nativeErc20 !== null && APPROVALS.has(kind);
  const shown = isShown ? metadata.findToken(chain, nativeErc20)?.token.decimals : undefined;
  return shown ?? metadata.tokenOf(chain, token).decimals;
}

/** Only balances report it. */
const sourceOf = ({ kind, subIndex }: HistoryLeg): Pick<Send, "is_backwards" | "source"> =>
  kind === LegKind.unlogged ? { source: "balance", is_backwards: subIndex === BACKWARDS } : {};

/** The key in `token_dict` of a leg's asset: a token, an NFT, or for all NFTs of a contract, the collection. */
export function moveId(chain: string, leg: HistoryLeg, metadata: PageMetadata): string {
  if (!isNftLeg(leg)) return metadata.tokenOf(chain, leg.token).id;
  const { token: contract, tokenId } = leg;
  if (isCollectionLeg(leg)) return collectionId(chain, contract, metadata);
  return nftId(chain, { contract, tokenId: tokenId ?? 0n });
}

export const isCollectionLeg = ({ kind }: HistoryLeg): boolean => kind === LegKind.operatorApproval;

const collectionId = (chain: string, contract: Address, metadata: PageMetadata): string =>
  nftCollection(getChain(chain), metadata.nftOf(chain, contract, 0n)).id;

function sumMoves(legs: readonly HistoryLeg[]): HistoryLeg[] {
  const byMove = Map.groupBy(
    legs,
    ({ isInbound, token, tokenId, counterparty, kind, subIndex }) =>
      `${isInbound} ${token} ${tokenId} ${counterparty} ${kind === LegKind.unlogged ? subIndex : ""}`,
  );
  return [...byMove.values()].map((same) => ({
    ...same[0]!,
    rawAmount: same.reduce((sum, { rawAmount }) => sum + rawAmount, 0n),
  }));
}
