import type { ExplainTx, ExplainTxRequest, PreExecTx, PreExecTxRequest } from "@portico/contract";
import {
  readPreExecRequest,
  summarizeActions,
  summarizeChanges,
  toActionResponse,
  type PreExecRequest,
} from "@portico/wallet";
import type { RecordedReply } from "../recorded/recordedRequest.ts";
import { writeChains, type RecordingContext } from "../recorded/syncStatus.ts";
import type { RecordedUser, Recording } from "../recorded/recording.ts";
import { drawHex } from "../scenarios/draw.ts";
import { explain, readRequestedCall } from "./explain.ts";
import { createMetadata } from "./actionMetadata.ts";
import { simulateTransaction, toFailure } from "./simulateTransaction.ts";
import { toOutcomeResponse } from "./toOutcomeResponse.ts";

/** A request of the wallet group. */
export interface WalletRequest extends RecordingContext {
  /** Valid by the contract. */
  readonly body: unknown;
  readonly findUser: (address: string) => RecordedUser;
}

function summarizeOutcome(
  { chain, owner, transactions, isDelegateCall: isDelegated }: PreExecRequest,
  recording: Recording,
  { balance_change: change }: Pick<PreExecTx, "balance_change">,
): string {
  const { from, to, rawValue, data: input } = transactions.at(-1)!;
  const call = { from, to, rawValue, input, isDelegated };
  const { actions, functionName } = explain({ chain, call, hasNonce: true }, recording);
  const metadata = createMetadata(chain, recording);
  const responses = actions.map((action) => toActionResponse(action, metadata));
  return summarizeChanges({ change, owner, actions: responses, call: { from, to, functionName } });
}

/** Explains or simulates a transaction by the recording. @throws ServiceError. */
export const walletAnswers: Readonly<Record<string, (context: WalletRequest) => RecordedReply>> = {
  postWalletExplainTx: (context) => {
    const request = context.body as ExplainTxRequest;
    const requestedCall = readRequestedCall(request, context);
    const { abi, actions, functionName } = explain(requestedCall, context.recording);
    const metadata = createMetadata(requestedCall.chain, context.recording);
    const responses = actions.map((action) => toActionResponse(action, metadata));
    const { from, to } = requestedCall.call;
    const body: ExplainTx = {
      abi,
      actions: responses,
      summary: request.tx === undefined ? null : summarizeActions(responses, { from, to, functionName }),
    };
    return request.tx === undefined ? { body, chains: writeChains(context, [requestedCall.chain.slug]) } : { body };
  },
  postWalletPreExecTx: (context) => {
    const { recording, faults, findUser } = context;
    const request = readPreExecRequest(context.body as PreExecTxRequest);
    const { chain } = request;
    const syncStatus = recording.catalogue.reaches.find((one) => one.chain === chain.slug);
    const isAway = syncStatus === undefined || faults.has(chain.slug);
    const metadata = createMetadata(chain, recording);
    const outcome = toOutcomeResponse(
      isAway
        ? toFailure(2002, `The node of '${chain.slug}' could not be reached`)
        : simulateTransaction(request, { recording, findUser }),
      metadata,
    );
    const body: PreExecTx = {
      ...outcome,
      summary: outcome.balance_change.success ? summarizeOutcome(request, recording, outcome) : null,
      is_multisig: false,
      multisig: null,
      pre_exec_version: isAway ? "v0" : "v2",
      block_number: isAway ? null : syncStatus.block,
      trace_id: drawHex("trace", JSON.stringify(context.body), 32),
    };
    return { body, chains: writeChains(context, [chain.slug]) };
  },
};
