import type { PreExecTx, TxToken } from "@portico/contract";
import type { ActionMetadata } from "@portico/wallet";
import type { Failure, Outcome } from "./simulateTransaction.ts";

const GAS_MARGIN = 1.5;

/** A simulation's result in the contract's form. */
export function toOutcomeResponse(
  outcome: Failure | Outcome,
  { tokenOf, nftOf }: ActionMetadata,
): Pick<PreExecTx, "balance_change" | "gas" | "pre_exec"> {
  const error = "code" in outcome ? outcome : null;
  const { tokens, nfts, gas } = "code" in outcome ? NOTHING : outcome;
  const success = error === null;
  const list = (sign: 1n | -1n) => ({
    tokens: tokens
      .map(({ token, rawAmount }) => ({ token, rawAmount: rawAmount * sign }))
      .filter(({ rawAmount }) => rawAmount > 0n)
      .map(tokenOf),
    nfts: nfts
      .map((nft) => ({ ...nft, rawAmount: nft.rawAmount * sign }))
      .filter(({ rawAmount }) => rawAmount > 0n)
      .map(nftOf),
  });
  const [sent, received] = [list(-1n), list(1n)];
  return {
    balance_change: {
      success,
      error,
      send_token_list: sent.tokens,
      receive_token_list: received.tokens,
      send_nft_list: sent.nfts,
      receive_nft_list: received.nfts,
      usd_value_change: sumWorth(received.tokens) - sumWorth(sent.tokens),
    },
    gas: { success, error, gas_used: gas, gas_limit: Math.ceil(gas * GAS_MARGIN) },
    pre_exec: { success, error },
  };
}

const NOTHING: Outcome = { tokens: [], nfts: [], gas: 0 };

const sumWorth = (tokens: readonly TxToken[]): number =>
  tokens.reduce((sum, { amount, price }) => sum + amount * price, 0);
