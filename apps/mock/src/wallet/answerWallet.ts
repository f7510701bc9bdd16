import type { ExplainTx, ExplainTxRequest, PreExecTx, PreExecTxRequest } from "@portico/contract";
import { readPreExecRequest, wireAction } from "@portico/wallet";
import type { Told } from "../recorded/ask.ts";
import { writeChains, type Asked } from "../recorded/reach.ts";
import type { Person } from "../recorded/recording.ts";
import { drawHex } from "../scenarios/draw.ts";
import { explain, readAsked } from "./explain.ts";
import { createFacts } from "./facts.ts";
import { foretell, toFailure } from "./foretell.ts";
import { wireOutcome } from "./wireOutcome.ts";

/** A request of the wallet group. */
export interface WalletAsk extends Asked {
  /** Valid by the contract. */
  readonly body: unknown;
  readonly findPerson: (address: string) => Person;
}

/** Explains or simulates a transaction by the recording. @throws ServiceError. */
export const walletAnswers: Readonly<Record<string, (ask: WalletAsk) => Told>> = {
  postWalletExplainTx: (ask) => {
    const request = ask.body as ExplainTxRequest;
    const asked = readAsked(request, ask);
    const { abi, actions } = explain(asked, ask.recording);
    const facts = createFacts(asked.chain, ask.recording);
    const body: ExplainTx = { abi, actions: actions.map((action) => wireAction(action, facts)) };
    return request.tx === undefined ? { body, chains: writeChains(ask, [asked.chain.id]) } : { body };
  },
  postWalletPreExecTx: (ask) => {
    const { recording, faults, findPerson } = ask;
    const request = readPreExecRequest(ask.body as PreExecTxRequest);
    const { chain } = request;
    const reach = recording.catalogue.reaches.find((one) => one.chain === chain.id);
    const isAway = reach === undefined || faults.has(chain.id);
    const body: PreExecTx = {
      ...wireOutcome(
        isAway
          ? toFailure(2002, `No node of '${chain.id}' could be reached`)
          : foretell(request, { recording, findPerson }),
        createFacts(chain, recording),
      ),
      is_multisig: false,
      multisig: null,
      pre_exec_version: isAway ? "v0" : "v2",
      block_number: isAway ? null : reach.block,
      trace_id: drawHex("trace", JSON.stringify(ask.body), 32),
    };
    return { body, chains: writeChains(ask, [chain.id]) };
  },
};
