import type { HistoryItem, Tx } from "@portico/contract";
import { getChain, toAmount, type Address } from "@portico/evm";
import type { HistoryTransaction } from "@portico/store";
import { describeTransaction, nameCall, type Category, type DecodedCall } from "@portico/transactions";
import { toFunctionSignature } from "viem";
import { isOwnName, toHistoryProtocol } from "../protocols/contractProtocol.ts";
import { describeBridge } from "./bridges/describeBridge.ts";
import type { BridgeView } from "./bridges/readCounterparts.ts";
import { listItemProtocols } from "./itemProtocols.ts";
import { readMessage } from "./message.ts";
import { listEvents, listMovements } from "./movements.ts";
import { listMoves } from "./moves.ts";
import { isNftLeg, type PageMetadata } from "./pageMetadata.ts";
import { isScam } from "./scam.ts";
import { summarizeItem } from "./summary.ts";

/** A transaction from the owner's point of view. */
export function historyItem(
  owner: Address,
  transaction: HistoryTransaction,
  metadata: PageMetadata,
  bridge: BridgeView | undefined,
): HistoryItem {
  const { chain, hash, timeAt, blockNumber, txIndex, sender, recipient, legs } = transaction;
  const { call, knowledge } = metadata.callOf(transaction);
  const someId = new Map(legs.filter(isNftLeg).map(({ token, tokenId = 0n }) => [token, tokenId]));
  const nftOf = (contract: Address) => metadata.nftOf(chain, contract, someId.get(contract) ?? 0n);
  const movements = listMovements(owner, legs, (contract) => nftOf(contract).isErc1155);
  const isSuccess = transaction.isSuccess !== false;
  const { category: ownCategory, otherAddress } = describeTransaction(
    { owner, sender, isSuccess, call, movements, via: metadata.viaOf(transaction), events: listEvents(legs) },
    knowledge,
  );
  const message = findMessage(transaction, call, metadata);
  const tx = toTxResponse(transaction, message === null ? call : undefined);
  const tokenOf = (token: Address) => metadata.tokenOf(chain, token);
  const isPretended = isScam({
    owner,
    sender,
    recipient,
    call,
    legs,
    tokenOf,
    isContract: metadata.isContract(chain, owner) === true,
    isKnown: (contract) =>
      (someId.has(contract) && nftOf(contract).collection?.isVerified === true) ||
      metadata.findToken(chain, contract)?.token.isVerified === true ||
      isOwnName(metadata.protocolOf(chain, contract)),
    isLookalike: metadata.isLookalike,
  });
  const protocols = isPretended ? [] : listItemProtocols(owner, transaction, metadata);
  const { category, counterpart, chainName } = describeBridge(
    { owner, sender, category: ownCategory },
    isPretended ? undefined : bridge,
  );
  return {
    cate_id: CATE_IDS[ownCategory] ?? "",
    id: hash,
    project_id: protocols[0]?.id ?? "",
    ...listMoves(transaction, metadata),
    time_at: timeAt,
    tx,
    chain,
    other_addr: otherAddress,
    other_is_contract: otherAddress === "" ? null : (metadata.isContract(chain, otherAddress) ?? null),
    cex_id: null,
    is_scam: isPretended,
    category,
    protocols: protocols.map(toHistoryProtocol),
    counterpart,
    summary: summarizeItem(transaction, metadata, {
      owner,
      category,
      otherChain: chainName,
      otherAddress,
      protocol: protocols[0]?.name,
      functionName: tx.name,
    }),
    message,
    block_height: Number(blockNumber),
    tx_index: txIndex,
    has_more_moves: transaction.isCut,
  };
}

/** Categories that clients know; others are contract calls to them. */
const CATE_IDS: Partial<Record<Category | "", string>> = {
  send: "send",
  receive: "receive",
  approve: "approve",
  revoke: "approve",
  cancel: "cancel",
};

/** @param call - undefined if nothing is called, or the call is unknown. */
function toTxResponse(transaction: HistoryTransaction, call: DecodedCall | undefined): Tx {
  const { chain, sender, recipient, rawValue = 0n, rawFee, feeUsdPrice = 0, isSuccess } = transaction;
  const { decimals } = getChain(chain).native;
  const fee = toAmount(rawFee ?? 0n, decimals);
  return {
    eth_gas_fee: fee,
    usd_gas_fee: fee * feeUsdPrice,
    raw_gas_fee: rawFee ?? null,
    value: toAmount(rawValue, decimals),
    from_addr: sender ?? "",
    to_addr: recipient ?? "",
    ...(call === undefined ? { name: "", params: [] } : nameCall(call)),
    signature: call?.function === undefined ? null : toFunctionSignature(call.function),
    status: isSuccess === false ? 0 : 1,
  };
}

function findMessage(
  { chain, recipient, isInputCut }: HistoryTransaction,
  call: DecodedCall | undefined,
  { isContract }: PageMetadata,
): string | null {
  if (recipient === undefined || call === undefined || call.function !== undefined) return null;
  if (call.input === "0x" || isContract(chain, recipient) === true) return null;
  return readMessage(call.input, isInputCut) ?? null;
}
