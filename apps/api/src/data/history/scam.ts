import { toAmount, type Address } from "@portico/evm";
import { LegKind, type HistoryLeg } from "@portico/store";
import type { TokenEntry } from "../tokens/tokenEntry.ts";
import { isOwnTransaction, type OwnedTransaction } from "./ownTransaction.ts";

export type JudgedToken = Pick<TokenEntry, "decimals" | "isDerived" | "isImitation" | "price"> & {
  readonly token: Pick<TokenEntry["token"], "isCore" | "isScam" | "isSuspicious" | "isVerified">;
};

export interface ScamContext extends OwnedTransaction {
  /** Whether the owner is a known contract. */
  readonly isContract: boolean;
  readonly tokenOf: (token: Address) => JudgedToken;
  /** Whether a contract is on a list, as a token or a collection, or belongs to a protocol. */
  readonly isKnown: (contract: Address) => boolean;
  /** Whether an address imitates one that the owner has paid. */
  readonly isLookalike: (address: Address) => boolean;
}

/**
 * Whether a transaction is spam: sent by another account, with only such legs of the owner:
 * - a transfer of nothing, in either direction (address poisoning);
 * - a worthless amount from an address that imitates one that the owner has paid, and any unknown token from or to one;
 * - a token that is a scam or suspicious, or is on no list and has the symbol of one that every wallet shows: also
 *   reported outgoing transfers and approvals, since a contract may log anything;
 * - in anything but a call for this owner alone (an airdrop, as far as one owner can tell): a token on no list and
 * without a price, or an NFT of a collection on no list. Not transfers out of a contract: an account's modules make
 * them, too.
 *
 * Nonzero amounts of a token that is listed, priced or a protocol's are real, whatever its symbol; so are movements of
 * the native coin. Without a known sender, only a scam token is evidence. In a call of the owner's to an unknown
 * contract, only scams and imitations that it hands out, and nothing else, are spam: what leaves the owner is a loss.
 */
export function isScam(context: ScamContext): boolean {
  const effects = context.legs.filter(({ kind }) => kind !== LegKind.fee && kind !== LegKind.event);
  return effects.length > 0 && effects.every(chooseJudge(context));
}

type Judge = (leg: HistoryLeg) => boolean;

function chooseJudge(context: ScamContext): Judge {
  if (isOwnTransaction(context)) return isBait(context);
  return context.sender === undefined ? isScamToken(context) : isPretence(context);
}

/** Of tokens that the owner's own call hands out. */
const isBait = (context: ScamContext): Judge => {
  const { owner, sender, recipient, tokenOf, isKnown } = context;
  const isUnknownCall = sender === owner && recipient !== undefined && !isKnown(recipient);
  return ({ kind, isInbound, token, rawAmount }) => {
    if (!isUnknownCall || kind !== LegKind.token || !isInbound || rawAmount === 0n) return false;
    return !isReal(context, token) && (tokenOf(token).token.isScam === true || tokenOf(token).isImitation);
  };
};

const isScamToken =
  (context: ScamContext): Judge =>
  ({ kind, token }) =>
    TOKEN_KINDS.has(kind) && context.tokenOf(token).token.isScam === true && !isReal(context, token);

const TOKEN_KINDS = new Set<LegKind>([LegKind.token, LegKind.approval, LegKind.permit2Approval, LegKind.unlogged]);

/** Whether a token is listed, a protocol's or priced: nonzero amounts of it are taken at face value. */
export const isRealToken = ({ token, isDerived, price }: JudgedToken): boolean =>
  token.isVerified || token.isCore || isDerived || (price > 0 && token.isScam !== true);

const isReal = ({ tokenOf, isKnown }: ScamContext, token: Address): boolean =>
  isRealToken(tokenOf(token)) || isKnown(token);

const isPretence =
  (context: ScamContext): Judge =>
  (leg) => {
    const { kind, token, rawAmount } = leg;
    const isMove = kind === LegKind.token || kind === LegKind.nft;
    if (rawAmount === 0n && isMove) return true;
    if (context.isLookalike(leg.counterparty)) return isPoison(context, leg);
    const isAirdrop = (leg.isInbound || !context.isContract) && !isForOwnerAlone(context, leg);
    if (kind === LegKind.nft) return isAirdrop && !context.isKnown(token);
    if (!TOKEN_KINDS.has(kind) || isReal(context, token)) return false;
    const judged = context.tokenOf(token);
    if (judged.token.isScam === true || judged.token.isSuspicious === true || judged.isImitation) return true;
    return (kind === LegKind.token || kind === LegKind.unlogged) && isAirdrop;
  };

/** USD; more than what an imitator spends on a message. A token without a price counts as one dollar. */
const DUST_USD = 1;

/** Of a counterparty that imitates another. What leaves the owner in a real token is a loss, and no spam. */
function isPoison(context: ScamContext, { kind, token, isInbound, rawAmount }: HistoryLeg): boolean {
  if (kind === LegKind.nft) return !context.isKnown(token);
  if (kind !== LegKind.native && !TOKEN_KINDS.has(kind)) return false;
  if (kind !== LegKind.native && !isReal(context, token)) return true;
  const { decimals, price } = context.tokenOf(token);
  return isInbound && toAmount(rawAmount, decimals) * (price || 1) < DUST_USD;
}

/** `transfer`, `transferFrom` and the safe ones of ERC-721 and ERC-1155: from one account to one other. */
const TRANSFERS = new Set(["0xa9059cbb", "0x23b872dd", "0x42842e0e", "0xb88d4fde", "0xf242432a", "0x2eb2c2d6"]);

/**
 * Whether the token itself was called to transfer, or to take from the owner, which its first argument names
 * (`burnFrom(from, …)`), or a protocol with the owner as an argument (`liquidationCall(…, user, …)`).
 */
function isForOwnerAlone(
  { owner, recipient, call, isKnown }: ScamContext,
  { token, isInbound }: Pick<HistoryLeg, "isInbound" | "token">,
): boolean {
  if (recipient === undefined || call === undefined) return false;
  if (recipient !== token) return isKnown(recipient) && call.args.includes(owner);
  if (TRANSFERS.has(call.input.slice(0, 10))) return true;
  return !isInbound && call.input.slice(10, 74) === owner.slice(2).padStart(64, "0");
}
