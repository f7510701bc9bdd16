import type { ExternalApi } from "../externalApi.ts";
import { ExternalSourceError } from "../externalSourceError.ts";

/** The answer of an Etherscan-compatible API. */
export interface ExplorerReply {
  result: unknown;
  /** Blockscout: some internal transactions of these blocks are not indexed yet. */
  isIncomplete: boolean;
}

/** Status of a result that lacks what is not indexed yet. */
const INCOMPLETE = "2";
/** The same at some of Blockscout's versions, with status "0". */
const UNPROCESSED = /not (?:yet )?been processed/i;
const EMPTY = /^no\b.*\bfound\b/i;
const LIMITED = /rate limit|too many|max calls per/i;
const UNSUPPORTED = /(?:unknown|invalid|unsupported) (?:action|module|method)/i;
const TOO_LARGE = /window is too large/i;

/**
 * Reads `{ status, message, result }`, or the result of a JSON-RPC method. An empty list has status "0" too.
 * @throws ExternalSourceError
 */
export function readExplorerReply({ host, redact }: ExternalApi, body: Buffer): ExplorerReply {
  const { status, message, result, jsonrpc } = parseObject(host, body);
  if (status === "1" || status === INCOMPLETE) return { result, isIncomplete: status === INCOMPLETE };
  if (jsonrpc !== undefined && result !== undefined) return { result, isIncomplete: false };
  const text = typeof result === "string" && result !== "" ? result : typeof message === "string" ? message : "";
  if (Array.isArray(result) && UNPROCESSED.test(String(message))) return { result, isIncomplete: true };
  if (EMPTY.test(text)) return { result: [], isIncomplete: false };
  const reason = text === "" ? "an error without a message" : redact(text);
  throw new ExternalSourceError(classify(text), `${host}: ${reason}`);
}

function classify(text: string): ExternalSourceError["kind"] {
  if (LIMITED.test(text)) return "limited";
  if (UNSUPPORTED.test(text)) return "unsupported";
  return TOO_LARGE.test(text) ? "too_large" : "refused";
}

function parseObject(host: string, body: Buffer): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(body.toString());
  } catch {
    throw new ExternalSourceError("invalid", `${host} did not return JSON`);
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return { ...value };
  throw new ExternalSourceError("invalid", `${host} returned JSON that is not an object`);
}
