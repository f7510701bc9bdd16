import type { TxError } from "@portico/contract";
import { CannotSimulateError, EndpointError, findCause, RpcCallError, WrongChainError } from "@portico/evm";
import type { SimulationOutcome } from "@portico/evm";
import { readRevert } from "@portico/transactions";
import { displayText } from "@portico/ui/displayText";

export type Failure = NonNullable<TxError>;

/** No node was available: such a response is free. */
export const NODE_AWAY = 2002;

/** Codes of the contract. */
const CODES = { node: 1000, reverted: 1002, service: 2000, balance: 2001, nodeAway: NODE_AWAY } as const;

export function toFailure(kind: keyof typeof CODES, words: string): Failure {
  const text = tidy(words);
  return { code: CODES[kind], msg: text, message: text };
}

const MAX_TEXT = 600;

/**
 * Nodes and contracts write anything: URLs with the operator's key, pages, direction controls and invisible separators.
 */
const tidy = (words: string): string =>
  displayText(words)
    .replaceAll(/\b[a-z]{2,5}:\/\/[^\s"'<>]+/gi, "…")
    .slice(0, MAX_TEXT)
    .toWellFormed();

/** Why a transaction would fail. */
export function describeOutcome(outcome: Extract<SimulationOutcome, { isSuccess: false }>): Failure {
  if (outcome.failure !== "reverted")
    return toFailure(outcome.failure === "balance" ? "balance" : "node", outcome.message);
  const { reason } = readRevert(outcome.data);
  return toFailure("reverted", reason === "" ? plain(outcome.message) : `execution reverted: ${reason}`);
}

/** Nodes name the same in many ways, and some add the data. */
const plain = (message: string): string =>
  /revert|execution failed/i.test(message) || message === "" ? "execution reverted" : message;

/** Why a simulation could not be made. Only the node's own message: a URL may contain a key. */
export function describeError(error: unknown): Failure {
  if (error instanceof CannotSimulateError) return toFailure("service", error.message);
  const refused = findCause(error, RpcCallError);
  if (refused !== undefined) return toFailure("node", `The node rejected the call: ${refused.message}`);
  if (findCause(error, EndpointError) !== undefined || findCause(error, WrongChainError) !== undefined)
    return toFailure("nodeAway", "The node of this chain could not be reached");
  if (error instanceof TypeError && /^(eth|debug)_\w+ /.test(error.message))
    return toFailure("node", `The node returned an invalid response: ${error.message}`);
  return toFailure("service", "The simulation failed with an internal error of this service");
}
