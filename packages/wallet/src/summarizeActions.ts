import type { CallAction, TxAction, TxContract, TxToken } from "@portico/contract";
import { shortenAddress, summarize, type DecodedCall } from "@portico/transactions";
import { describeAmount, describeNft, nameCollection, nameNft, nameProtocol, nameToken } from "./assetTexts.ts";
import { UNLIMITED } from "./toActionResponse.ts";

/** The transaction that the actions are of. */
export type SummarizedCall = Pick<DecodedCall, "from" | "to"> & {
  /** Name or selector of the called function; "" if none is called. */
  readonly functionName: string;
};

/**
 * What a transaction that has not been sent would do, in one sentence without a full stop: "Swaps up to 1,200 USDC
 * for at least 0.41 ETH on Uniswap V3". Amounts of calls are the limits in the calldata. More actions than fit are
 * counted by type, none left out.
 */
export function summarizeActions(actions: readonly TxAction[], call: SummarizedCall): string {
  if (actions.length > MAX_SENTENCES) return `Makes ${actions.length} actions: ${countTypes(actions)}`;
  return joinSentences(actions.map((action) => summarizeAction(action, call)));
}

export const joinSentences = (texts: readonly string[]): string =>
  texts.map((text, index) => (index === 0 ? text : `${text.charAt(0).toLowerCase()}${text.slice(1)}`)).join(", then ");

const MAX_SENTENCES = 3;

export type Parts = Parameters<typeof summarize>[0];

function summarizeAction(action: TxAction, call: SummarizedCall): string {
  const parts: Parts = { ...noParts, other: "" };
  switch (action.type) {
    case "send_token":
    case "send_nft": {
      const asset = action.type === "send_nft" ? describeNft(action.nft) : describeSent(action.token);
      if (action.to_addr === call.from && action.from_addr !== call.from) {
        return summarize({ ...parts, category: "receive", ins: [asset], other: shortenAddress(action.from_addr) });
      }
      const text = summarize({ ...parts, category: "send", outs: [asset], other: shortenAddress(action.to_addr) });
      return `${text}${ofOther("from", action.from_addr, call)}`;
    }
    case "approve_token":
    case "revoke_token_approval":
      return summarizeApproval(action, describeLimit(action), call);
    case "approve_nft":
    case "revoke_nft_approval":
      return summarizeApproval(action, nameNft(action.nft), call);
    case "approve_nft_collection":
    case "revoke_nft_collection_approval":
      return summarizeApproval(action, `all ${nameCollection(action.collection)}`, call);
    case "cancel_tx":
      return summarize({ ...parts, category: "cancel" });
    case "deploy_contract":
      return `${summarize({ ...parts, category: "deploy" })}${action.token ? ` with ${describeSent(action.token)}` : ""}`;
    case "call":
    default:
      return summarizeCall(action, call);
  }
}

export const noParts: Omit<Parts, "other"> = {
  category: "",
  isSuccess: true,
  tense: "present",
  ins: [],
  outs: [],
  approved: [],
  protocol: undefined,
  functionName: "",
};

type Approval = Exclude<Extract<TxAction, { spender: TxContract }>, CallAction>;

function summarizeApproval({ type, owner, spender }: Approval, asset: string, call: SummarizedCall): string {
  const approved = [`${asset}${ofOther("of", owner, call)}`];
  const category = type.startsWith("revoke") ? "revoke" : "approve";
  return summarize({
    ...noParts,
    category,
    approved,
    protocol: nameProtocol(spender),
    other: shortenAddress(spender.id),
  });
}

type Category = Parts["category"];

/** Transfers and approvals that only the function's name promises: which assets they are about isn't known. */
const vague = new Set<string>(["send", "receive", "approve", "revoke", "cancel", "deploy"]);

/** The category whose words describe a call; "": none. */
export const toShownCategory = (category: string): Category => (vague.has(category) ? "" : (category as Category));

function summarizeCall(action: CallAction, call: SummarizedCall): string {
  const { from_addr: from, to_addr: to, contract, category = "" } = action;
  const name = nameProtocol(contract) ?? shortenAddress(to);
  const as = ofOther("as", from, call);
  if (category === "approve") return `Allows another address to act on ${name}${as}`;
  if (category === "revoke") return `Stops another address from acting on ${name}${as}`;
  const isExact = category === "wrap" || category === "unwrap";
  const known = to === call.to ? call.functionName : "";
  const outs = (action.send_token_list ?? []).map((token) => (isExact ? describeSent(token) : describeMost(token)));
  const text = summarize({
    ...noParts,
    category: toShownCategory(category),
    outs,
    ins: (action.receive_token_list ?? []).map((token) => (isExact ? describeSent(token) : describeLeast(token))),
    protocol: name,
    other: "",
    functionName: known || "a function", // whatever it does
  });
  return `${text}${as}`;
}

/** Names an account other than the sender's, such as a smart account that the sender executes. */
const ofOther = (word: string, account: string, { from }: SummarizedCall): string =>
  account === from ? "" : ` ${word} ${shortenAddress(account)}`;

const describeSent = (token: TxToken): string =>
  token.raw_amount >= UNLIMITED ? `any amount of ${nameToken(token)}` : describeAmount(token);

const describeMost = (token: TxToken): string =>
  token.decimals === null || token.raw_amount >= UNLIMITED ? describeSent(token) : `up to ${describeAmount(token)}`;

/** A minimum of nothing promises nothing. */
const describeLeast = (token: TxToken): string =>
  token.decimals === null || token.raw_amount === 0n || token.raw_amount >= UNLIMITED
    ? `some ${nameToken(token)}`
    : `at least ${describeAmount(token)}`;

const describeLimit = ({
  token,
  type,
}: Extract<TxAction, { type: "approve_token" | "revoke_token_approval" }>): string =>
  type === "revoke_token_approval"
    ? nameToken(token)
    : token.is_infinity === true
      ? `unlimited ${nameToken(token)}`
      : describeAmount(token);

const typeNames: Readonly<Record<string, readonly [one: string, many: string]>> = {
  send_token: ["transfer", "transfers"],
  send_nft: ["NFT transfer", "NFT transfers"],
  approve_token: ["approval", "approvals"],
  approve_nft: ["approval of an NFT", "approvals of NFTs"],
  approve_nft_collection: ["approval of a collection", "approvals of collections"],
  revoke_token_approval: ["revocation", "revocations"],
  revoke_nft_approval: ["revocation", "revocations"],
  revoke_nft_collection_approval: ["revocation", "revocations"],
};

function countTypes(actions: readonly TxAction[]): string {
  const byName = Map.groupBy(actions, ({ type }) => (typeNames[type] ?? CALL)[1]);
  const counts = [...byName.values()].map((same) => {
    const [one, many] = typeNames[same[0]!.type] ?? CALL;
    return same.length === 1 ? `1 ${one}` : `${same.length} ${many}`;
  });
  return counts.length === 1 ? counts[0]! : `${counts.slice(0, -1).join(", ")} and ${counts.at(-1)}`;
}

const CALL = ["call", "calls"] as const;
