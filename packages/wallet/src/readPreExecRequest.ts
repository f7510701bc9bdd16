import type { PreExecTxRequest } from "@portico/contract";
import type { Address, Chain, SimulatedTransaction } from "@portico/evm";
import { invalidParams } from "@portico/server/errors";
import { readUnsignedTx, type UnsentTransaction } from "./readUnsignedTx.ts";

/** A requested simulation. */
export interface PreExecRequest {
  readonly chain: Chain;
  /** Sender of the simulated transaction. */
  readonly sender: Address;
  /** The account whose balance changes are reported. */
  readonly owner: Address;
  /** Pending transactions first, then the simulated one. */
  readonly transactions: readonly [...SimulatedTransaction[], SimulatedTransaction];
  readonly isDelegateCall: boolean;
}

/** @throws ServiceError invalid_params, invalid_chain. */
export function readPreExecRequest(body: PreExecTxRequest): PreExecRequest {
  const tx = readUnsignedTx(body.tx, "tx");
  const pending = (body.pending_tx_list ?? []).map((one, index) => readUnsignedTx(one, `pending_tx_list.${index}`));
  for (const [index, { chain }] of pending.entries()) {
    if (chain.slug !== tx.chain.slug)
      throw invalidParams({ [`pending_tx_list.${index}.chainId`]: `must be the chain of tx, '${tx.chain.slug}'` });
  }
  const isDelegateCall = body.delegate_call ?? false;
  if (isDelegateCall && tx.to === undefined) throw invalidParams({ "tx.to": "is required with delegate_call" });
  const keepsNonce = body.update_nonce === false;
  return {
    chain: tx.chain,
    sender: tx.from,
    owner: (body.user_addr?.toLowerCase() as Address | undefined) ?? tx.from,
    transactions: [...pending.map((one) => toSimulated(one, keepsNonce)), toSimulated(tx, keepsNonce)],
    isDelegateCall,
  };
}

/** Gas and fees are left out: they are results. */
const toSimulated = (
  { from, to, rawValue, input, nonce }: UnsentTransaction,
  keepsNonce: boolean,
): SimulatedTransaction => ({
  from,
  to,
  rawValue,
  data: input,
  ...(keepsNonce && nonce !== undefined && { nonce }),
});
