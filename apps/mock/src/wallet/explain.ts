import type { ExplainTxRequest } from "@portico/contract";
import { getChain, type Chain, type Hex } from "@portico/evm";
import { invalidParams } from "@portico/server/errors";
import {
  decodeCall,
  functionRows,
  listActions,
  nameCall,
  toAbiView,
  type Action,
  type AbiView,
  type Call,
  type Knowledge,
} from "@portico/transactions";
import { readUnsignedTx } from "@portico/wallet";
import { encodeFunctionData, parseAbiItem, type AbiFunction } from "viem";
import { requireKnown } from "../recorded/recordedRequest.ts";
import { findToken } from "../recorded/holdings.ts";
import type { RecordingContext } from "../recorded/syncStatus.ts";
import type { RecordedUser, Recording } from "../recorded/recording.ts";

/** The transaction of a request. */
export interface RequestedCall {
  readonly chain: Chain;
  readonly call: Call;
  /** Whether its nonce is known: it replaces another with the same. */
  readonly hasNonce: boolean;
}

/** An explained transaction. */
export interface Explained {
  readonly abi: AbiView | null;
  readonly actions: readonly Action[];
  /** Name or selector of the called function; "" if none is called. */
  readonly functionName: string;
}

/** No node is called: it may be unavailable. @throws ServiceError. */
export function readRequestedCall(
  { tx, chain_id: slug = "", tx_id: hash = "" }: ExplainTxRequest,
  context: RecordingContext,
): RequestedCall {
  if (tx === undefined) {
    requireKnown(context, slug);
    return findMined(slug, hash.toLowerCase(), context.recording);
  }
  if (hash !== "") throw invalidParams({ tx_id: "must not be combined with tx: send one of them" });
  const { chain, nonce, from, to, rawValue, input } = readUnsignedTx(tx, "tx");
  requireKnown(context, chain.slug);
  return { chain, call: { from, to, rawValue, input }, hasNonce: nonce !== undefined };
}

export function explain({ chain, call, hasNonce }: RequestedCall, recording: Recording): Explained {
  const knowledge = knowledgeOf(chain, recording);
  const decoded = decodeCall(call, knowledge);
  const actions = listActions(decoded, knowledge, hasNonce);
  return { abi: toAbiView(decoded), actions, functionName: nameCall(decoded).name };
}

function knowledgeOf(chain: Chain, { catalogue, users }: Recording): Knowledge {
  const nfts = users.flatMap((user) => user.nfts);
  return {
    chain: chain.slug,
    wrappedToken: chain.wrappedToken,
    findStandard: (contract) => {
      if (contract === chain.wrappedToken || contract === chain.nativeErc20) return "erc20";
      const nft = nfts.find((one) => one.chain === chain.slug && one.contract_id === contract);
      if (nft !== undefined) return nft.is_erc1155 ? "erc1155" : "erc721";
      return findToken(catalogue, chain.slug, contract) === undefined ? undefined : "erc20";
    },
    findUse: () => undefined,
    findImported: () => [],
    findBundled: () => [],
  };
}

type Item = RecordedUser["history"][number];

/** @throws ServiceError if no recorded history has it. */
function findMined(slug: string, hash: string, { users, catalogue }: Recording): RequestedCall {
  const item = users.flatMap(({ history }) => history).find((one) => one.chain === slug && one.id === hash);
  if (item?.tx) {
    const { from_addr: from, to_addr: to } = item.tx as { from_addr: Hex; to_addr: Hex | null | "" };
    const call = { from, to: to === "" ? undefined : (to ?? undefined), rawValue: toWei(item), input: encode(item) };
    return { chain: getChain(slug), call, hasNonce: true };
  }
  const block = catalogue.reaches.find(({ chain }) => chain === slug)?.block ?? 0;
  throw invalidParams({
    tx_id: `is not a recorded transaction (blocks 0 to ${block} of ${slug}): use one of a recorded user's history`,
  });
}

/** History has it as a double, here to a billionth. Native coins of the devnet have 18 decimals. */
const toWei = ({ tx }: Item): bigint => BigInt(Math.round((tx?.value ?? 0) * 1e9)) * 10n ** 9n;

/** Re-encodes the calldata from history's function and arguments; otherwise an unknown function. */
function encode({ tx }: Item): Hex {
  const [name, params] = [tx?.name ?? "", tx?.params ?? []];
  if (name === "") return "0x";
  const abis = functionRows
    .filter(({ signature }) => signature.includes(` ${name}(`))
    .map(({ signature }) => parseAbiItem(signature) as AbiFunction)
    .filter((abi) => abi.name === name && abi.inputs.length === params.length);
  for (const abi of abis) {
    try {
      const args = params.map((text, index) => readArgument(text, abi.inputs[index]?.type ?? ""));
      return encodeFunctionData({ abi: [abi], functionName: name, args });
    } catch {
      // another function of this name, or one whose arguments don't survive as text
    }
  }
  return /^0x[0-9a-f]{8}$/.test(name) ? (name as Hex) : "0x00000000";
}

function readArgument(text: string, type: string): unknown {
  if (type.endsWith("]") || type.startsWith("tuple")) return JSON.parse(text);
  if (/^u?int/.test(type)) return BigInt(text);
  return type === "bool" ? text === "true" : text;
}
