import type { PreExecTx, TxMultisig } from "@portico/contract";
import type { SimulationOutcome, SimulationWay } from "@portico/evm";
import { txToken } from "../transactions/txToken.ts";
import type { ChangedNfts } from "./changedNfts.ts";
import type { ChangedTokens } from "./changedTokens.ts";
import type { Failure } from "./txError.ts";

/** Data of a simulation, whatever its outcome. */
export interface Standing {
  readonly traceId: string;
  readonly way: SimulationWay;
  /** undefined if the node was not reached. */
  readonly blockNumber: bigint | undefined;
  readonly isMultisig: boolean;
}

type Success = Extract<SimulationOutcome, { isSuccess: true }>;

export interface PreExecChanges {
  readonly tokens: ChangedTokens;
  readonly nfts: ChangedNfts;
}

const NOTHING = {
  send_token_list: [],
  receive_token_list: [],
  send_nft_list: [],
  receive_nft_list: [],
  usd_value_change: 0,
};

export const toFailureResponse = (standing: Standing, error: Failure): PreExecTx => ({
  balance_change: { success: false, error, ...NOTHING },
  gas: { success: false, error, gas_used: 0, gas_limit: 0 },
  pre_exec: { success: false, error },
  ...toStandingFields(standing),
});

/** @param changes - Or why they are unknown. */
export const toSuccessResponse = (
  standing: Standing,
  outcome: Success,
  changes: PreExecChanges | Failure,
): PreExecTx => ({
  balance_change: "tokens" in changes ? toChangesResponse(changes) : { success: false, error: changes, ...NOTHING },
  gas: { success: true, error: null, gas_used: Number(outcome.gasUsed), gas_limit: Number(outcome.gasLimit) },
  pre_exec: { success: true, error: null },
  ...toStandingFields(standing),
});

function toChangesResponse({ tokens, nfts }: PreExecChanges): PreExecTx["balance_change"] {
  const sum = (holdings: ChangedTokens["sent"]) => holdings.reduce((total, { usdValue }) => total + usdValue, 0);
  return {
    success: true,
    error: null,
    send_token_list: tokens.sent.map(({ entry, rawAmount }) => txToken(entry, rawAmount)),
    receive_token_list: tokens.received.map(({ entry, rawAmount }) => txToken(entry, rawAmount)),
    send_nft_list: nfts.sent,
    receive_nft_list: nfts.received,
    usd_value_change: sum(tokens.received) - sum(tokens.sent),
  };
}

const SAFE: TxMultisig = { id: "safe", name: "Safe", logo_url: null };

const toStandingFields = ({ traceId, way, blockNumber, isMultisig }: Standing) => ({
  is_multisig: isMultisig,
  multisig: isMultisig ? SAFE : null,
  pre_exec_version: way,
  block_number: blockNumber === undefined ? null : Number(blockNumber),
  trace_id: traceId,
});
