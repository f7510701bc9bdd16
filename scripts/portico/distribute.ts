import { Command, InvalidArgumentError } from "@commander-js/extra-typings";
import { distribute, planDistribution, SHARD_COUNT } from "@portico/store";
import type { PlannedPlacement } from "@portico/store";
import { renderTable } from "./renderTable.ts";
import { jsonOption, printAll, printList } from "./shell.ts";
import type { Shell } from "./shell.ts";
import { formatBytes } from "./formatBytes.ts";

const HELP = `
DATABASE_URL is the coordinator of a Citus cluster that has workers. Balances, histories and all else of an owner go to
the shard of the owner; tokens, prices, blocks and transactions are copied to every node; keys, accounts, queues and
leases stay on the coordinator. Stop the indexer and the APIs first, and start them again afterwards. It goes on where an
interrupted run ended. A plain PostgreSQL needs none of it, and is refused.

  pnpm portico distribute --plan   what would be moved, with rows and bytes
  pnpm portico distribute          do it`;

/** `pnpm portico distribute`: the owners' tables over the nodes of Citus. */
export const distributeCommand = (shell: Shell): Command =>
  new Command("distribute")
    .description("distribute a migrated database over the nodes of Citus")
    .option("--plan", "print what would be done, and change nothing")
    .option("--shards <count>", `shards of each owner table, for good (default: ${SHARD_COUNT})`, parseCount)
    .addOption(jsonOption())
    .addHelpText("after", HELP)
    .action((options) =>
      shell.onStore(async (db) => {
        if (options.plan) return printList(shell, options, await planDistribution(db), renderPlan);
        const onTable = options.json
          ? undefined
          : ({ name, placement }: PlannedPlacement) => printAll(shell, [`${name}: ${WHERE[placement]}`]);
        const plan = await distribute(db, { shardCount: options.shards, onTable });
        printList(shell, options, plan, renderDone);
      }),
    );

function parseCount(text: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1 || count > 1024) throw new InvalidArgumentError("It must be 1 to 1024");
  return count;
}

const WHERE = {
  owner: "by owner",
  reference: "on every node",
  local: "on the coordinator",
} as const satisfies Record<PlannedPlacement["placement"], string>;

function renderPlan(plan: readonly PlannedPlacement[]): string[] {
  const waiting = plan.filter(({ isDone }) => !isDone);
  const rows = waiting.map(({ name, placement, rows: count, bytes }) => [
    name,
    WHERE[placement],
    `${Math.round(count)} rows`,
    formatBytes(bytes),
  ]);
  if (waiting.length === 0) return ["Nothing to do: the database is distributed already"];
  const total = waiting.reduce((sum, { bytes }) => sum + bytes, 0);
  return [...renderTable(rows), "", `${waiting.length} tables to place, ${formatBytes(total)} with indexes`];
}

function renderDone(plan: readonly PlannedPlacement[]): string[] {
  const count = plan.filter(({ isDone }) => !isDone).length;
  return [
    count === 0
      ? "Nothing to do: the database is distributed already"
      : `${count} tables placed: the database is distributed. Start the indexer and the APIs`,
  ];
}
