import type { RpcCall } from "../jsonRpcPost.ts";
import { isLagging, isPruned, isRangeTooLarge, isRateLimited, isUnsupported, toNodeMessage } from "../rpcErrors.ts";
import type { RpcErrorObject } from "../rpcErrors.ts";
import { listNeeds } from "./callNeeds.ts";
import type { Need } from "./callNeeds.ts";
import { isAge } from "./learnedLimit.ts";
import { findNamedLimit } from "./namedLimit.ts";

/** What a refusal of a call shows: see LearnedLimit. */
export interface RefusedAmount {
  name: string;
  /** The largest amount that may be accepted. */
  value: number;
}

/** @param head - The newest block that the endpoint has shown; undefined: unknown. */
export function learnLimits(call: RpcCall, error: RpcErrorObject, head: number | undefined): RefusedAmount[] {
  if (isRateLimited(error)) return [];
  const message = toNodeMessage(error);
  const needs = listNeeds(call, head);
  const names = new Set(listRefused(call, error, needs));
  return needs
    .filter(({ name, amount }) => names.has(name) && (isAge(name) || amount > (NAMED.test(name) ? 1 : 0)))
    .map(({ name, amount }) => {
      const named = NAMED.test(name) ? findNamedLimit(message, amount) : undefined;
      return { name, value: named ?? amount - 1 };
    });
}

/** Limits that messages name. */
const NAMED = /_(blocks|addresses|topics)$/;

const NEEDS_ADDRESS = /(specify|provide|require|missing|need)\w* (at least one |an? |the )?(contract )?`?address/i;
const TOO_MANY_TOPICS =
  /(exceeds?|too many|max\w*)[\w ]* topics|topic selectors|topics? .*(exceed|too (many|long)|limit)/i;
const TOO_MANY_ADDRESSES =
  /(exceeds?|too many|max\w*)[\w ]* address(es)?|address(es)? .*(exceed|too (many|long)|limit)/i;
/** The number of results depends on the filter, too. */
const TOO_MANY_RESULTS =
  /more than [\d,]+ (results|logs)|response.*(size|too (large|big))|too (many|much) (results|logs|data)|(logs matched|results?) .*exceed|max(imum)? results|[\d,]+ ?(results|logs|kb|mb)\b|query (timeout|timed out)/i;
const PLAN = /(current|free|your|this) ?(plan|tier|subscription)|upgrade/i;

/** Names of the limits by which this error is explained. */
function listRefused({ method, params }: RpcCall, error: RpcErrorObject, needs: readonly Need[]): string[] {
  const message = toNodeMessage(error);
  const has = (name: string): boolean => needs.some((need) => need.name === name && need.amount > 0);
  if (method === "eth_getLogs") {
    if (has("log_address") && NEEDS_ADDRESS.test(message)) return ["log_address"];
    const isManyTopics = has("log_topics") && TOO_MANY_TOPICS.test(message);
    if (isManyTopics || TOO_MANY_ADDRESSES.test(message)) return [findLarger(needs)];
  }
  const ages = needs.filter(({ name }) => isAge(name));
  if (ages.length > 0 && isOld(method, error, ages)) return isRecent(ages) ? [] : ages.map(({ name }) => name);
  if (isLagging(error)) return [];
  if (isRangeTooLarge(message)) {
    if (TOO_MANY_RESULTS.test(message)) return [];
    return has("open_log_blocks") ? ["open_log_blocks"] : ["log_blocks", "trace_filter_blocks"];
  }
  const isPlan = PLAN.test(message) && /not (available|supported|allowed|included)|unavailable/i.test(message);
  if (isUnsupported(error) || isPlan) return isEssential(method) ? [] : [`method ${method}`];
  const [overrides, byHash] = [has("overrides"), has("block_hash")];
  if (overrides === byHash || !Array.isArray(params) || !isParameterError(error)) return [];
  if (!overrides) return ["block_hash"];
  return [has("gas_overrides") ? "gas_overrides" : "overrides"];
}

/** One message may be about both. */
function findLarger(needs: readonly Need[]): "log_addresses" | "log_topics" {
  const amountOf = (name: string): number => needs.find((need) => need.name === name)?.amount ?? 0;
  return amountOf("log_addresses") > amountOf("log_topics") ? "log_addresses" : "log_topics";
}

/** Blocks that are this much older than the head are not missing because the node lags. */
const LAG_BLOCKS = 64;

const isRecent = (ages: readonly Need[]): boolean =>
  ages.some(({ name, amount }) => name.endsWith("_depth") && amount <= LAG_BLOCKS);

/** Nodes may report pruned state as that of an unknown block, and providers sell that of old blocks. */
function isOld(method: string, error: RpcErrorObject, ages: readonly Need[]): boolean {
  if (isLagging(error)) return ages.at(-1)?.name === "state_depth" && !isRecent(ages);
  const isTrace = /^(debug|trace)_/.test(method);
  const message = toNodeMessage(error);
  return isPruned(error) || (ARCHIVE.test(message) && !(isTrace && /trace/i.test(message)));
}

const ARCHIVE =
  /\b(requires?|needs?|use|upgrade)\b[^:]{0,40}\barchiv(e|al)\b|\barchiv(e|al)\b[^:]{0,40}\b(requests?|requires?|data|node|access|plan|token|mode)\b/i;

const ESSENTIAL =
  /^eth_(blockNumber|call|chainId|estimateGas|gasPrice|get(Balance|BlockBy\w+|Code|StorageAt|Transaction\w+))$/;

/** Without these, an endpoint is of no use: an error is not believed for long. */
const isEssential = (method: string): boolean => ESSENTIAL.test(method);

const isParameterError = (error: RpcErrorObject): boolean =>
  !isLagging(error) &&
  (error.code === -32_602 ||
    /too many (arguments|params)|unmarshal|invalid (argument|params)/i.test(toNodeMessage(error)));
