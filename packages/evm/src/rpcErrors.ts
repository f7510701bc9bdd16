/** A JSON-RPC error object. @see https://www.jsonrpc.org/specification#error_object */
export interface RpcErrorObject {
  code: number;
  message: string;
  data?: unknown;
}

/** The node understood and refused. `code` and `data` are the node's. */
export class RpcCallError extends Error {
  override readonly name = "RpcCallError";
  readonly code: number;
  readonly data: unknown;
  /** Whether it was not sent, because the node refused such a call before. */
  readonly isKnown: boolean;
  constructor(method: string, { code, message, data }: RpcErrorObject, isKnown = false) {
    super(`${method}: ${message}`);
    this.isKnown = isKnown;
    this.code = code;
    this.data = data;
  }
}

/**
 * `limited`: too many calls. `reconnected`: a response came, but over a new connection after the first broke, so it may
 * be another server's.
 * `resting`: not sent, because the endpoint is in backoff. `slow`: a timeout of several calls at once,
 * which fewer may avoid.
 */
export type EndpointFailure =
  | "http"
  | "limited"
  | "malformed"
  | "network"
  | "oversize"
  | "reconnected"
  | "resting"
  | "slow"
  | "timeout";

/** No usable response: the network, a timeout, a status, an HTML page. */
export class EndpointError extends Error {
  override readonly name = "EndpointError";
  readonly kind: EndpointFailure;
  readonly status: number | undefined;
  /** From a Retry-After header. */
  readonly retryAfterMs: number | undefined;
  /** Calls per second that a rate limiting endpoint names. */
  readonly namedRate: number | undefined;
  constructor(
    kind: EndpointError["kind"],
    message: string,
    options: {
      cause?: unknown;
      status?: number;
      retryAfterMs?: number | undefined;
      namedRate?: number | undefined;
    } = {},
  ) {
    super(message, { cause: options.cause });
    this.kind = kind;
    this.status = options.status;
    this.retryAfterMs = options.retryAfterMs;
    this.namedRate = options.namedRate;
  }
}

/** The endpoint is of another chain: none of its data may be stored under this chain. */
export class WrongChainError extends Error {
  override readonly name = "WrongChainError";
  constructor(host: string, chain: string, expected: number, actual: number) {
    super(`The RPC at ${host} serves chain id ${actual}, but '${chain}' has chain id ${expected}`);
  }
}

/** Finds an error of the given class in the chain of causes (viem wraps its transport's errors). */
export function findCause<T extends Error>(error: unknown, type: abstract new (...args: never[]) => T): T | undefined {
  for (let at = error; at instanceof Error; at = at.cause) if (at instanceof type) return at;
  return undefined;
}

/** The node's own part of an error message: text after "reverted" is the contract's, and may be anything. */
export const toNodeMessage = ({ code, message }: RpcErrorObject): string =>
  code === EXECUTION_REVERTED ? "" : (message.split(/revert/i, 1)[0] ?? "");

/** @see https://github.com/ethereum/execution-apis, the code of a revert */
export const EXECUTION_REVERTED = 3;

const RATE_LIMITED =
  /rate.?limit|too many requests|request limit|(limit|exceeded).*per.second|limited to \d+ ?\/ ?s|exceeded.*(quota|capacity|compute)|throttl|try again/i;
const RATE_LIMIT_CODES = new Set([429, -32029, -32097]);

/** Whether the node is rate limiting. */
export const isRateLimited = (error: RpcErrorObject): boolean =>
  !isRangeTooLarge(toNodeMessage(error)) &&
  (RATE_LIMIT_CODES.has(error.code) || RATE_LIMITED.test(toNodeMessage(error)));

const BACKOFF = /(?:retry|try again)\D{1,20}(\d+(?:\.\d+)?) ?(ms|milliseconds?|s\b|seconds?)/i;

/** The pause that a rate limiting node requests, if any. */
export function getBackoffMs({ data, message }: RpcErrorObject): number | undefined {
  const rate = typeof data === "object" && data !== null && "rate" in data ? data.rate : undefined; // as Infura does
  const seconds =
    typeof rate === "object" && rate !== null && "backoff_seconds" in rate ? Number(rate.backoff_seconds) : Number.NaN;
  if (seconds > 0) return seconds * 1000;
  const [, amount, unit = ""] = BACKOFF.exec(message) ?? [];
  return amount === undefined ? undefined : Number(amount) * (unit.startsWith("m") ? 1 : 1000);
}

/** Whether this call of a batch failed because of the batch's size, so that it may succeed in a smaller one. */
export const isBatchTooLarge = (error: RpcErrorObject): boolean =>
  /response (is )?too large|batch.*(too (large|big|many)|limit|exceed|maximum)/i.test(toNodeMessage(error));

/** Whether the same call may succeed a little later. */
export const isTransient = (error: RpcErrorObject): boolean =>
  !isRangeTooLarge(toNodeMessage(error)) &&
  (isRateLimited(error) || /internal error|temporar|timed? ?out/i.test(toNodeMessage(error)));

/** Whether the node has not seen the block yet, which another one may have. */
export const isLagging = (error: RpcErrorObject): boolean =>
  /header (for hash )?not found|unknown block|block (0x[0-9a-f]+ )?not found|block.?out.?of.?range|missing trie node|beyond current head|invalid block tag .*latest block|blockhash cannot be found/i.test(
    toNodeMessage(error),
  );

/** @see https://eips.ethereum.org/EIPS/eip-4444, as geth reports it */
const PRUNED_HISTORY = 4444;

/** Whether the node has pruned the block's state, which another one may have. */
export const isPruned = (error: RpcErrorObject): boolean =>
  error.code === PRUNED_HISTORY ||
  /historical state|world state unavailable|no state available|state at block.*pruned|history.*pruned|pruned history|(block|state) is pruned/i.test(
    toNodeMessage(error),
  );

/** Whether the node does not support or allow the method, which another one may. */
export const isUnsupported = (error: RpcErrorObject): boolean =>
  error.code === -32_601 ||
  error.code === -32_004 ||
  /method.*(not (found|supported|available|allowed|whitelisted|implemented)|does not exist|disabled|unavailable)|unsupported method/i.test(
    toNodeMessage(error),
  );

const RANGE_TOO_LARGE = [
  /more than \d+ (results|logs)/i,
  /too (many|much) (blocks|results|logs|data)/i,
  /(block )?range.*(too (large|wide|big|many|long)|exceed|limit|not supported)/i,
  /(logs matched|results?) .*exceed/i,
  /(exceed|limited? to|maximum|max(imum)? is|up to).*(block|range|results|logs|\d+ ?kb|\d+ ?mb)/i,
  /response.*(size|too (large|big))/i,
  /query (timeout|timed out)/i,
  /(ranges?|blocks?) over \d+/i,
  /block range/i,
];

/** Whether a refused eth_getLogs would work over fewer blocks; every provider words it differently. */
export const isRangeTooLarge = (message: string): boolean => RANGE_TOO_LARGE.some((pattern) => pattern.test(message));
