import { FetchError } from "@portico/safe-fetch";
import type { NftMetadata } from "@portico/store";
import { fetchMetadata, findLocation } from "./fetchMetadata.ts";
import type { Hosts } from "./hosts.ts";
import type { NftSettings } from "./settings.ts";

export interface Fetching {
  readonly settings: NftSettings;
  readonly hosts: Hosts;
  readonly signal: AbortSignal;
}

export interface FetchTask {
  /** For the `{id}` that a URI may have; 0 for a collection. */
  readonly tokenId: bigint;
  /** Number of attempts, including this one. */
  readonly attempts: number;
}

export type FetchOutcome =
  | { kind: "fetched"; metadata: NftMetadata }
  /** Permanent failure. */
  | { kind: "failed"; error: string }
  | { kind: "retry"; error: string; delaySeconds: number }
  /** Postponed: as if it had not been attempted. */
  | { kind: "deferred"; delaySeconds: number };

/**
 * Fetches the metadata that a contract's URI leads to, when its host has a turn.
 * @param uri - undefined if the node returned no result, null if the contract has none.
 */
export async function fetchInTurn(
  { settings, hosts, signal }: Fetching,
  task: FetchTask,
  uri: string | null | undefined,
): Promise<FetchOutcome> {
  const { attempts } = task;
  if (uri === null) return { kind: "failed", error: "the contract returns no URI" };
  try {
    if (uri === undefined) throw new Error("the node returned no result");
    const get = () => fetchMetadata(uri, task, settings, signal);
    const host = findHost(uri, task, settings);
    const answer = host === undefined ? { kind: "done" as const, value: await get() } : await hosts.run(host, get);
    if (answer.kind === "later") return { kind: "deferred", delaySeconds: answer.delaySeconds };
    return { kind: "fetched", metadata: answer.value };
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    const isFinal = (error instanceof FetchError && error.fault.isPermanent) || attempts >= settings.maxAttempts;
    if (isFinal) return { kind: "failed", error: text };
    return { kind: "retry", error: text, delaySeconds: settings.firstRetrySeconds * 4 ** (attempts - 1) };
  }
}

function findHost(uri: string, task: FetchTask, settings: NftSettings): string | undefined {
  const location = findLocation(uri, task, settings);
  return location.kind === "remote" ? URL.parse(location.url)?.host : undefined;
}
