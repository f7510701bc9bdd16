import { Command } from "@commander-js/extra-typings";
import type { ChainStatus } from "@portico/contract";
import { toChainStatusResponse } from "@portico/server";
import { listChainStatus, type Store } from "@portico/store";
import { formatCount, renderTable } from "./renderTable.ts";
import { jsonOption, printList, type Shell } from "./shell.ts";

/** `pnpm portico chains`: the sync status of each chain. */
export function chainsCommand(shell: Shell): Command {
  const chains = new Command("chains").description("show the indexed chains");
  chains
    .command("list")
    .description("list the sync status of each chain, as in GET /v1/chain/status")
    .addOption(jsonOption())
    .action((options) => shell.onStore(async (db) => printList(shell, options, await readChains(db), renderChains)));
  return chains;
}

export const readChains = async (db: Store): Promise<ChainStatus[]> =>
  (await listChainStatus(db)).map(toChainStatusResponse);

export function renderChains(chains: readonly ChainStatus[]): string[] {
  if (chains.length === 0) return ["No chain is indexed: start the indexer with PORTICO_RPC_<ID>"];
  return chains.flatMap((chain, index) => [
    ...renderTable(chains.map(listCells)).slice(index, index + 1),
    ...(chain.last_error === null ? [] : [`  ${chain.last_error.replaceAll(/\s+/g, " ").slice(0, 200)}`]),
  ]);
}

const listCells = (chain: ChainStatus): string[] => [
  chain.id,
  chain.phase,
  chain.block === null ? "no block" : `block ${formatCount(chain.block)}`,
  chain.lag_blocks === null ? "" : `${formatCount(chain.lag_blocks)} behind (${toSpan(chain.lag_seconds ?? 0)})`,
  chain.since === null ? "" : `since ${formatCount(chain.since)}`,
  chain.eta_seconds === null ? "" : `ready in ${toSpan(chain.eta_seconds)}`,
];

/** Formats seconds with a single unit: `90 s`, `12 min`, `5 h`, `3 d`. */
export function toSpan(seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds)} s`;
  if (seconds < 7_200) return `${Math.round(seconds / 60)} min`;
  return seconds < 172_800 ? `${Math.round(seconds / 3_600)} h` : `${Math.round(seconds / 86_400)} d`;
}
