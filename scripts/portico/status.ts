import { Command } from "@commander-js/extra-typings";
import {
  MAX_COUNTED,
  listChainStatus,
  listKeptRanges,
  readLeases,
  readMigrationState,
  readNodes,
  readOperatorCounts,
  readServerInfo,
} from "@portico/store";
import type { KeptBlocks, MigrationState, OperatorCounts, ServerInfo, Store } from "@portico/store";
import { toChainStatusResponse } from "@portico/server";
import { renderChains } from "./chains.ts";
import { readReplicas, renderReplica } from "./readReplicas.ts";
import { formatBytes } from "./formatBytes.ts";
import { nameNode, renderNode } from "./renderNode.ts";
import { formatCount, renderTable } from "./renderTable.ts";
import { jsonOption, printList, type Shell } from "./shell.ts";
import { UsageError } from "./usageError.ts";

/** `pnpm portico status`: the state of everything on one screen. */
export const statusCommand = (shell: Shell): Command =>
  new Command("status")
    .description("show the state of everything, on one screen")
    .addOption(jsonOption())
    .action((options) =>
      shell.onStore(async (db) => printList(shell, options, await readStatus(db, shell), renderStatus)),
    );

async function readStatus(db: Store, shell: Shell) {
  const database = await readServerInfo(db);
  const migrations = await readMigrationState(db);
  const { processes, holders } = await readLeases(db);
  return {
    database,
    distribution: await readNodes(db),
    replicas: await readReplicas(shell).catch((error: unknown) => {
      throw new UsageError(error instanceof Error ? error.message : String(error));
    }),
    migrations,
    chains: (await listChainStatus(db)).map(toChainStatusResponse),
    processes: processes.map(({ id, leaseNames }) => ({
      id,
      leases: leaseNames.filter((name) => holders.get(name) === id),
    })),
    kept: (migrations.pending.length > 0 ? [] : await listKeptRanges(db)).map(toKept),
    counts: await readOperatorCounts(db),
  };
}

type Status = Awaited<ReturnType<typeof readStatus>>;

const renderStatus = ({ database, distribution, replicas, migrations, chains, kept, processes, counts }: Status) => [
  ...renderTable([
    ["database", renderDatabase(database)],
    ...(distribution?.nodes ?? []).map((node) => [nameNode(node), renderNode(node)]),
    ...(distribution?.waiting.length
      ? [["distribution", `interrupted, waiting: ${distribution.waiting.join(", ")}`]]
      : []),
    ...replicas.map((found) => [`replica ${found.host}`, renderReplica(found)]),
    ["migrations", renderMigrations(migrations)],
    ["accounts", renderAccounts(counts)],
    [
      "units",
      `${formatCount(counts.units)} free, ${formatCount(counts.heldUnits)} in ${formatCount(counts.unitLeases)} leases, ${formatCount(counts.unitsToday)} used today`,
    ],
    ["queues", renderQueues(counts)],
    ...(kept.length === 0 ? [] : [["kept", kept.map(renderKept).join("; ")]]),
    [
      "indexers",
      processes.length === 0
        ? "none runs"
        : processes.map(({ id, leases }) => `${id} (${leases.join(", ") || "no chain"})`).join(", "),
    ],
  ]),
  "",
  ...renderChains(chains),
];

export const renderDatabase = ({ version, bytes, connections, maxConnections }: ServerInfo): string =>
  `PostgreSQL ${version}, ${formatBytes(bytes)}, ${connections} of ${maxConnections} connections`;

type Kept = { id: string; keep_blocks: number; since: number | null };

export const toKept = ({ chain, keepBlocks, startBlock, isFull }: KeptBlocks): Kept => ({
  id: chain,
  keep_blocks: Number(keepBlocks),
  since: isFull ? Number(startBlock) : null,
});

/** `eth: the last 216,000 blocks, since 23,434,000`; of owners, only what prices were derived from is dropped. */
export const renderKept = ({ id, keep_blocks: count, since }: Kept): string =>
  since === null
    ? `${id}: all of followed owners, price observations of the last ${formatCount(count)} blocks`
    : `${id}: the last ${formatCount(count)} blocks, since ${formatCount(since)}`;

const renderMigrations = ({ applied, pending, unknown }: MigrationState): string =>
  [
    `${applied.length} applied`,
    ...(pending.length > 0 ? [`${pending.length} pending: ${pending.join(", ")}`] : []),
    ...(unknown.length > 0 ? [`of a later version: ${unknown.join(", ")}`] : []),
  ].join(", ");

const renderAccounts = ({ accounts, disabledAccounts, keys }: OperatorCounts): string =>
  `${formatCount(accounts)}, ${formatCount(disabledAccounts)} of them disabled; ${formatCount(keys)} keys work`;

const renderQueues = ({ staleBalances, undescribedTokens, pendingWebhooks, failedWebhooks }: OperatorCounts): string =>
  [
    `${formatQueue(staleBalances)} balances to read`,
    `${formatQueue(undescribedTokens)} tokens to describe`,
    `${formatQueue(pendingWebhooks)} webhooks to send`,
    `${formatQueue(failedWebhooks)} failed`,
  ].join(", ");

const formatQueue = (count: number): string =>
  count >= MAX_COUNTED ? `${formatCount(count)} or more` : formatCount(count);
