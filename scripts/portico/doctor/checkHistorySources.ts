import { join } from "node:path";
import { getChain, readHistoryUrls, type HistoryUrls } from "@portico/evm";
import { chainSettings } from "../../settings.ts";
import { root } from "../../stateFolder.ts";
import { formatCount } from "../renderTable.ts";
import type { Shell } from "../shell.ts";
import { type Finding, ok, warn } from "./finding.ts";

const LIMITS = { timeoutMs: 10_000, baseDelayMs: 500 };

/** Whether each explorer and portal responds, where the past transactions of owners are found. */
export async function checkHistorySources({ env }: Pick<Shell, "env">): Promise<Finding[]> {
  const known = await listSources(env).catch(() => []); // an invalid setting is reported with the RPCs
  return (await Promise.all(known.map(([slug, urls]) => checkChain(slug, urls)))).flat();
}

const listSources = async (env: Shell["env"]): Promise<[slug: string, urls: HistoryUrls][]> => [
  ...readHistoryUrls(await chainSettings(join(root, "portico.config.ts"), env)),
];

async function checkChain(slug: string, urls: HistoryUrls): Promise<Finding[]> {
  const { listExternalSources } = await import("@portico/indexer"); // loaded only here, for the start-up time of other commands
  const sources = listExternalSources(urls, getChain(slug), LIMITS);
  return Promise.all(
    sources.map(async (source) => {
      const { name, host } = source;
      const what = `${name} ${slug}`;
      try {
        const head = await source.readHead(new AbortController().signal);
        return ok(what, `${host}: indexed up to block ${formatCount(Number(head))}`);
      } catch (error) {
        const variable = `PORTICO_${name.toUpperCase()}_${slug.toUpperCase()}`;
        const advice = `check ${variable} and its key: until it responds, other sources of past transactions are used`;
        return warn(what, (error as Error).message, advice);
      }
    }),
  );
}
