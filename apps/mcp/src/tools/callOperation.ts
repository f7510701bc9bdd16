import {
  createClient,
  PorticoError,
  readMeta,
  unwrapWithMeta,
  type CallResult,
  type ResultMeta,
} from "@portico/client";
import { limitData, type Truncation } from "../answers/limitData.ts";
import { pickFields, toMask } from "../answers/fields.ts";
import { toPlainData } from "../answers/plainData.ts";
import type { ReadOperation } from "../readOperations.ts";
import { readArguments } from "./readArguments.ts";

/** Who calls, as the data API knows them. */
export interface Caller {
  readonly accessKey: string | undefined;
  /** Why every call is refused without asking the data API; undefined: it is not. */
  readonly refusal?: Refusal | undefined;
  /** The caller's IP address, for a data API that trusts this server as a proxy. */
  readonly address?: string | undefined;
}

export interface CallOptions {
  /** Of the data API. */
  readonly apiUrl: string;
  readonly caller: Caller;
  /** Characters of an answer. */
  readonly maxLength: number;
  readonly signal?: AbortSignal | undefined;
}

/** A tool's answer: what an agent reads. */
export interface Answer {
  readonly data: unknown;
  /** State of each chain in the answer, by id. */
  readonly chains?: Readonly<Record<string, ChainState>>;
  /** What is missing because the answer was too long, and how to read it. */
  readonly truncated?: readonly (Truncation & { readonly rest: string })[];
}

export type ChainState = Readonly<Record<string, boolean | number | string | readonly string[]>>;

const TIMEOUT_MS = 60_000;

type DynamicCall = (method: string, path: string, init: object) => Promise<CallResult<unknown>>;

/**
 * Calls an operation of the data API with the caller's key and reduces its response.
 * @throws ArgumentsError, PorticoError
 */
export async function callOperation(
  operation: ReadOperation,
  given: Readonly<Record<string, unknown>> | undefined,
  { apiUrl, caller, maxLength, signal }: CallOptions,
): Promise<Answer> {
  const { path, query, body, fields, skip } = readArguments(operation, given);
  const { accessKey } = caller;
  const client = createClient({ baseUrl: apiUrl, accessKey, profile: "seed", timeoutMs: TIMEOUT_MS }); // tools have its fields
  const request = client.request as unknown as DynamicCall;
  const headers = {
    ...(fields !== undefined && { "X-Fields": toMask(fields) }),
    ...(caller.address !== undefined && { "X-Forwarded-For": caller.address }),
  };
  const { data, meta } = await unwrapWithMeta(
    request(operation.method, operation.path, { params: { path, query }, body, headers, signal }),
  );
  const picked = fields === undefined ? data : pickFields(data, fields);
  const limited = limitData(toPlainData(picked), { maxLength, skip });
  const chains = chainsOf(meta);
  const truncated = limited.truncated.filter(({ from, shown, total }) => from + shown < total);
  return {
    data: limited.data,
    ...(Object.keys(chains).length > 0 && { chains }),
    ...(truncated.length > 0 && {
      truncated: truncated.map((part, index) => ({ ...part, rest: restOf(part, { isMain: index === 0 }) })),
    }),
  };
}

function restOf({ list, from, shown }: Truncation, { isMain }: { isMain: boolean }): string {
  const isReached = isMain && !list.includes(".") && !list.includes("[]");
  return isReached
    ? `call again with skip=${from + shown}, or with fewer fields`
    : "call again with fewer fields, or ask for a smaller part";
}

/** Chains of the response that this server answers for. */
const chainsOf = ({ chains }: ResultMeta): Record<string, ChainState> =>
  Object.fromEntries(chains.filter(({ isUnserved }) => !isUnserved).map((chain) => [chain.chain, stateOf(chain)]));

/** Without what is unknown, false or empty. */
const stateOf = (state: ResultMeta["chains"][number]): ChainState =>
  Object.fromEntries(
    Object.entries(state).flatMap(([name, value]) => {
      const isNothing = value === undefined || value === false || (Array.isArray(value) && value.length === 0);
      return isNothing || name === "chain" ? [] : [[toSnakeCase(name), value] as const];
    }),
  );

/** `isFailed` is `failed`, `timeAt` `time_at`. */
const toSnakeCase = (name: string): string =>
  name
    .replace(/^is([A-Z])/, "$1")
    .replaceAll(/(?<!^)[A-Z]/g, (letter) => `_${letter}`)
    .toLowerCase();

/** A refusal as an agent reads it. */
export interface Refusal {
  readonly code: string;
  readonly message: string;
  readonly status?: number;
  /** What is wrong, by argument. */
  readonly errors?: Readonly<Record<string, string>>;
  readonly retry_after_seconds?: number;
  readonly request_id?: string;
}

/** Of a data API that refuses, or doesn't respond. */
export function toRefusal(error: PorticoError): Refusal {
  const { code, message, status, problem, response } = error;
  const retryAfter = Number(response?.headers.get("retry-after") ?? Number.NaN);
  const requestId = response && readMeta(response).requestId;
  return {
    code,
    message: problem?.detail ?? message,
    ...(status > 0 && { status }),
    ...(problem?.errors !== undefined && { errors: problem.errors }),
    ...(Number.isFinite(retryAfter) && { retry_after_seconds: retryAfter }),
    ...(requestId !== undefined && { request_id: requestId }),
  };
}
