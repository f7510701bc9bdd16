import type { CallAction, TxAction, TxContract, TxNft, TxToken } from "@portico/contract";
import { getPermit2, NATIVE_TOKEN, type Address } from "@portico/evm";
import type { Action, NftAmount, TokenAmount } from "@portico/transactions";
import { nftCollection } from "../nftItem.ts";
import type { TokenEntry } from "../tokenEntry.ts";
import type { ActionFacts } from "./actionFacts.ts";
import { txNft } from "./txNft.ts";
import { txLimit, txToken } from "./txToken.ts";

type Of<Type extends Action["type"]> = Extract<Action, { type: Type }>;

/** An action as the contract spells it. */
export function wireAction(action: Action, facts: ActionFacts): TxAction {
  switch (action.type) {
    case "send_token": {
      const { from, to, amount } = action;
      const token = txToken(entryOf(amount, facts), amount.rawAmount);
      return { type: "send_token", from_addr: from, to_addr: to, token };
    }
    case "send_nft":
      return { type: "send_nft", from_addr: action.from, to_addr: action.to, nft: wireNft(action.nft, facts) };
    case "approve_token":
      return wireApproval(action, facts);
    case "approve_nft": {
      const { owner, spender, nft, isApproved } = action;
      const type = isApproved ? "approve_nft" : "revoke_nft_approval";
      return { type, owner, spender: txContract(spender, facts), nft: wireNft(nft, facts) };
    }
    case "approve_collection":
      return wireCollectionApproval(action, facts);
    case "cancel":
      return { type: "cancel_tx", from_addr: action.from };
    case "deploy":
      return wireDeployment(action, facts);
    case "call":
    default:
      return wireCall(action, facts);
  }
}

function wireApproval(
  { owner, spender, amount, isPermit2 = false }: Of<"approve_token">,
  facts: ActionFacts,
): TxAction {
  return {
    type: amount.rawAmount === 0n ? "revoke_token_approval" : "approve_token",
    owner,
    spender: txContract(spender, facts),
    token: txLimit(entryOf(amount, facts), amount.rawAmount, isPermit2),
    permit2_id: isPermit2 ? getPermit2(facts.chain.id) : null,
  };
}

function wireDeployment({ from, rawValue }: Of<"deploy">, { tokenOf }: ActionFacts): TxAction {
  const token = rawValue === undefined ? undefined : txToken(tokenOf(NATIVE_TOKEN), rawValue);
  return { type: "deploy_contract", from_addr: from, ...(token && { token }) };
}

function wireCollectionApproval(action: Of<"approve_collection">, facts: ActionFacts): TxAction {
  const { owner, spender, contract, isApproved } = action;
  return {
    type: isApproved ? "approve_nft_collection" : "revoke_nft_collection_approval",
    owner,
    spender: txContract(spender, facts),
    collection: nftCollection(facts.chain, { contract, collection: facts.collectionOf(contract) }),
  };
}

function wireCall({ from, to, category, sends, receives }: Of<"call">, facts: ActionFacts): CallAction {
  const wireAmount = (amount: TokenAmount): TxToken => txToken(entryOf(amount, facts), amount.rawAmount);
  return {
    type: "call",
    from_addr: from,
    to_addr: to,
    contract: txContract(to, facts),
    category,
    send_token_list: sends.map((amount) => txLimit(entryOf(amount, facts), amount.rawAmount)),
    receive_token_list: receives.map(wireAmount),
  };
}

/** Where a contract shows the coin's balance as its own, what it moves is the coin, unless it counts in other decimals. */
function entryOf({ token }: TokenAmount, { chain, tokenOf }: ActionFacts): TokenEntry {
  const entry = tokenOf(token);
  const { decimals } = entry.token;
  const isCoin = token === chain.nativeErc20 && (decimals === null || decimals === chain.native.decimals);
  return isCoin ? tokenOf(NATIVE_TOKEN) : entry;
}

const txContract = (id: Address, { protocolOf }: ActionFacts): TxContract => ({ id, protocol: protocolOf(id) });

const wireNft = (nft: NftAmount, { chain, nftOf }: ActionFacts): TxNft => txNft(chain, nft, nftOf(nft));
