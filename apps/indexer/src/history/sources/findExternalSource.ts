import type { HistoryUrls } from "@portico/evm";
import type { CallSource } from "../callSource.ts";
import type { ExternalApiOptions } from "./externalApi.ts";
import type { ExternalSource, SourceChain } from "./externalSource.ts";
import { createExplorerSource } from "./explorerApi.ts";
import type { ExplorerSourceOptions } from "./explorerApi.ts";
import { createPortalSource } from "./portal.ts";

/** For tests and several processes; the defaults serve one process. */
export type ExternalSourceOptions = Pick<ExternalApiOptions, "baseDelayMs" | "rates" | "timeoutMs"> &
  Pick<ExplorerSourceOptions, "log" | "maxRps">;

/** The sources that an operator has set for a chain, the explorer first. */
export const listExternalSources = (
  { explorer, explorerKey, portal }: HistoryUrls,
  { chainId }: SourceChain,
  options: ExternalSourceOptions = {},
): ExternalSource[] => [
  ...(explorer === undefined ? [] : [createExplorerSource({ ...options, url: explorer, key: explorerKey, chainId })]),
  ...(portal === undefined ? [] : [createPortalSource({ ...options, url: portal })]),
];

/**
 * The first source that reports its newest block, of those that an operator has set for a chain.
 * @returns undefined if none is set.
 * @throws ExternalSourceError of the first one if none responds.
 */
export async function findExternalCallSource(
  settings: HistoryUrls,
  chain: SourceChain,
  options: ExternalSourceOptions & { signal?: AbortSignal } = {},
): Promise<CallSource | undefined> {
  const { signal = new AbortController().signal } = options;
  let failure: unknown;
  for (const source of listExternalSources(settings, chain, options)) {
    try {
      await source.readHead(signal);
      return source;
    } catch (error) {
      signal.throwIfAborted();
      failure ??= error;
    }
  }
  if (failure !== undefined) throw failure;
  return undefined;
}
