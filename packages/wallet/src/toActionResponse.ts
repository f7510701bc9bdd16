import type { CallAction, NftCollection, TxAction, TxContract, TxNft, TxToken } from "@portico/contract";
import { getPermit2, NATIVE_TOKEN, type Address } from "@portico/evm";
import type { Action, NftAmount, TokenAmount } from "@portico/transactions";

/** Metadata of what actions name, in the contract's form. */
export interface ActionMetadata {
  /** Slug. */
  readonly chain: string;
  readonly tokenOf: (amount: TokenAmount) => TxToken;
  readonly nftOf: (nft: NftAmount) => TxNft;
  readonly collectionOf: (contract: Address) => NftCollection;
  readonly contractOf: (id: Address) => TxContract;
}

type Of<Type extends Action["type"]> = Extract<Action, { type: Type }>;

/** An action in the contract's form. */
export function toActionResponse(action: Action, metadata: ActionMetadata): TxAction {
  switch (action.type) {
    case "send_token": {
      const { from, to, amount } = action;
      return { type: "send_token", from_addr: from, to_addr: to, token: metadata.tokenOf(amount) };
    }
    case "send_nft":
      return { type: "send_nft", from_addr: action.from, to_addr: action.to, nft: metadata.nftOf(action.nft) };
    case "approve_token":
      return toApprovalResponse(action, metadata);
    case "approve_nft": {
      const { owner, spender, nft, isApproved } = action;
      const type = isApproved ? "approve_nft" : "revoke_nft_approval";
      return { type, owner, spender: metadata.contractOf(spender), nft: metadata.nftOf(nft) };
    }
    case "approve_collection": {
      const { owner, spender, contract, isApproved } = action;
      const type = isApproved ? "approve_nft_collection" : "revoke_nft_collection_approval";
      return { type, owner, spender: metadata.contractOf(spender), collection: metadata.collectionOf(contract) };
    }
    case "cancel":
      return { type: "cancel_tx", from_addr: action.from };
    case "deploy":
      return toDeploymentResponse(action, metadata);
    case "call":
    default:
      return toCallResponse(action, metadata);
  }
}

function toApprovalResponse(
  { owner, spender, amount, isPermit2 = false }: Of<"approve_token">,
  { chain, contractOf, tokenOf }: ActionMetadata,
): TxAction {
  return {
    type: amount.rawAmount === 0n ? "revoke_token_approval" : "approve_token",
    owner,
    spender: contractOf(spender),
    token: toLimit(tokenOf(amount), isPermit2 ? PERMIT2_UNLIMITED : UNLIMITED),
    permit2_id: isPermit2 ? getPermit2(chain) : null,
  };
}

function toDeploymentResponse({ from, rawValue }: Of<"deploy">, { tokenOf }: ActionMetadata): TxAction {
  const token = rawValue === undefined ? undefined : tokenOf({ token: NATIVE_TOKEN, rawAmount: rawValue });
  return { type: "deploy_contract", from_addr: from, ...(token && { token }) };
}

function toCallResponse({ from, to, category, sends, receives }: Of<"call">, metadata: ActionMetadata): CallAction {
  return {
    type: "call",
    from_addr: from,
    to_addr: to,
    contract: metadata.contractOf(to),
    category,
    send_token_list: sends.map((amount) => toLimit(metadata.tokenOf(amount), UNLIMITED)),
    receive_token_list: receives.map(metadata.tokenOf),
  };
}

/** Wallets write "all" as 2^256-1 or a value near it. */
export const UNLIMITED = 2n ** 255n;
/** Permit2's maximum, which is never decreased. */
const PERMIT2_UNLIMITED = 2n ** 160n - 1n;

/**
 * Marks an allowance as limited or unlimited. More than a token's total supply is unlimited: tokens with narrower
 * amounts have
 * their maximum there.
 */
function toLimit(token: TxToken, unlimited: bigint): TxToken {
  const { total_supply: supply = null } = token;
  const isMoreThanAll = supply !== null && supply > 0 && token.amount > supply;
  return { ...token, is_infinity: token.raw_amount >= unlimited || isMoreThanAll };
}
