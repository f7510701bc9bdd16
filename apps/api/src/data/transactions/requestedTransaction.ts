import type { ExplainTxRequest } from "@portico/contract";
import { findChain, type Chain, type Hex } from "@portico/evm";
import { findTransaction, listChainStates, type ChainState } from "@portico/store";
import type { Call } from "@portico/transactions";
import { readUnsignedTx } from "@portico/wallet";
import type { Deps } from "../../deps.ts";
import { invalidParams } from "../../errors.ts";
import { noChain, surveyChains } from "../chains/chainSurvey.ts";
import { chainsHeader } from "../chains/chainsHeader.ts";

/** The transaction of a request. */
export interface RequestedTransaction {
  readonly chain: Chain;
  readonly call: Call;
  /** Whether its nonce is known: it replaces another with the same. */
  readonly hasNonce: boolean;
  /** Of a transaction on the chain; unix seconds. */
  readonly mined?: { readonly hash: Hex; readonly timeAt: number };
  /** The chain's sync status, for a transaction on it. */
  readonly headers?: { readonly "Portico-Chains": string };
}

/** @throws ServiceError invalid_params, invalid_chain also if the chain is not served. */
export async function readRequestedTransaction(
  { db, servedChains }: Pick<Deps, "db" | "servedChains">,
  { tx, chain_id: slug = "", tx_id: hash }: ExplainTxRequest,
): Promise<RequestedTransaction> {
  if (tx === undefined) return await readMined({ db }, slug, toHash(hash ?? ""));
  if (hash !== undefined) throw invalidParams({ tx_id: "must not be combined with tx: send one of them" });
  const { chain, nonce, from, to, rawValue, input } = readUnsignedTx(tx, "tx");
  await servedChains.require(chain.slug);
  return { chain, call: { from, to, rawValue, input }, hasNonce: nonce !== undefined };
}

const toHash = (text: string): Hex => text.toLowerCase() as Hex;

async function readMined({ db }: Pick<Deps, "db">, slug: string, hash: Hex): Promise<RequestedTransaction> {
  const [states, found] = await Promise.all([listChainStates(db), findTransaction(db, slug, hash)]);
  const chain = findChain(slug);
  const state = states.find((one) => one.chain === slug);
  if (chain === undefined || state === undefined) throw noChain(slug, states);
  if (found?.sender === undefined) throw invalidParams({ tx_id: describeMissing(state) });
  const { sender: from, recipient: to, rawValue = 0n, input = "0x", isInputCut } = found;
  const headers = chainsHeader(surveyChains([slug], states));
  const mined = { hash, timeAt: found.timeAt };
  return { chain, call: { from, to, rawValue, input, isInputCut }, hasNonce: true, mined, headers };
}

function describeMissing({ chain, startBlock, logs }: ChainState): string {
  const blocks = logs === undefined ? "none yet" : `${startBlock} to ${logs.blockNumber}`;
  return `is not a transaction of the indexed blocks of '${chain}' (${blocks})`;
}
