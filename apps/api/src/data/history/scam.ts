import type { Address } from "@portico/evm";
import { LegKind, type HistoryLeg } from "@portico/store";
import type { DecodedCall } from "@portico/transactions";
import {
  entryPoint06Address,
  entryPoint07Address,
  entryPoint08Address,
  entryPoint09Address,
} from "viem/account-abstraction";
import type { TokenEntry } from "../tokens/tokenEntry.ts";

export type JudgedToken = Pick<TokenEntry, "isDerived" | "isImitation" | "price"> & {
  readonly token: Pick<TokenEntry["token"], "isCore" | "isScam" | "isSuspicious" | "isVerified">;
};

export interface ScamContext {
  readonly owner: Address;
  /** Whether the owner is a known contract. */
  readonly isContract: boolean;
  /** undefined: unknown. */
  readonly sender: Address | undefined;
  readonly recipient: Address | undefined;
  readonly call: DecodedCall | undefined;
  readonly legs: readonly HistoryLeg[];
  readonly tokenOf: (token: Address) => JudgedToken;
  /** Whether a list has the collection, or its NFTs are positions of a protocol. */
  readonly isKnownNft: (contract: Address) => boolean;
}

/**
 * Whether a transaction is spam: sent by another account, with only such legs of the owner:
 * - a transfer of nothing, in either direction (address poisoning);
 * - a token that is a scam or suspicious, or is on no list and has the symbol of one that every wallet shows: also
 *   reported outgoing transfers and approvals, since a contract may log anything;
 * - in anything but a plain transfer (an airdrop, as far as one owner can tell): a token on no list and without a
 * price, or an
 *   NFT of a collection on no list. Not transfers out of a contract: an account's modules make them, too.
 * Without a known sender, only a scam token is evidence. Movements of the native coin are always real.
 */
export function isScam(context: ScamContext): boolean {
  const { legs, sender } = context;
  if (isOwnTransaction(context)) return false;
  const pretends = sender === undefined ? isScamToken(context) : isPretence(context);
  return legs.length > 0 && legs.every(pretends);
}

/**
 * Sent by the owner, to it as an account contract, or from it by a user operation. User operations count only where
 * EntryPoint has
 * verified them (ERC-4337), not deeper: any account can put the owner's address into calldata.
 */
function isOwnTransaction({ owner, sender, recipient, call, legs }: ScamContext): boolean {
  if (sender === owner || legs.some(({ kind }) => kind === LegKind.fee)) return true;
  const isCalled = recipient === owner && call !== undefined && call.input !== "0x";
  return isCalled || (ENTRY_POINTS.has(recipient) && call?.inner.some(({ from }) => from === owner) === true);
}

const ENTRY_POINTS = new Set<string | undefined>(
  [entryPoint06Address, entryPoint07Address, entryPoint08Address, entryPoint09Address].map((one) => one.toLowerCase()),
);

type Judge = (leg: HistoryLeg) => boolean;

const isScamToken =
  ({ tokenOf }: ScamContext): Judge =>
  ({ kind, token }) =>
    TOKEN_KINDS.has(kind) && tokenOf(token).token.isScam === true && !isTrusted(tokenOf(token));

const TOKEN_KINDS = new Set<LegKind>([LegKind.token, LegKind.approval, LegKind.permit2Approval]);

const isTrusted = ({ token, isDerived }: JudgedToken): boolean => token.isVerified || token.isCore || isDerived;

const isPretence =
  (context: ScamContext): Judge =>
  (leg) => {
    const { kind, token, rawAmount } = leg;
    const isAirdrop = (leg.isInbound || !context.isContract) && !isPlainTransfer(context, token);
    if (rawAmount === 0n && (kind === LegKind.token || kind === LegKind.nft)) return true;
    if (kind === LegKind.nft) return isAirdrop && !context.isKnownNft(token);
    if (!TOKEN_KINDS.has(kind)) return false;
    const judged = context.tokenOf(token);
    if (isTrusted(judged)) return false;
    if (judged.token.isScam === true || judged.token.isSuspicious === true || judged.isImitation) return true;
    return kind === LegKind.token && judged.price === 0 && isAirdrop;
  };

/** `transfer`, `transferFrom` and the safe ones of ERC-721 and ERC-1155: from one account to one other. */
const TRANSFERS = new Set(["0xa9059cbb", "0x23b872dd", "0x42842e0e", "0xb88d4fde", "0xf242432a", "0x2eb2c2d6"]);

const isPlainTransfer = ({ recipient, call }: ScamContext, token: Address): boolean =>
  recipient === token && call !== undefined && TRANSFERS.has(call.input.slice(0, 10));
