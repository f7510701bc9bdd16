import { Argument, Command, InvalidArgumentError } from "@commander-js/extra-typings";
import type { LedgerEntry, Store, UsageGroup, UsageRow } from "@portico/store";
import { BalanceTooLowError, grantUnits, listLedger, listUsage } from "@portico/store";
import { accountId, assertAccount } from "./accounts.ts";
import { countReader, readDay, readList } from "./readArguments.ts";
import { formatCount, renderTable, toDay, toMinute } from "./renderTable.ts";
import { ACTOR, jsonOption, printList, type Shell } from "./shell.ts";
import { pricesCommand } from "./unitPrices.ts";
import { UsageError } from "./usageError.ts";

const MAX_UNITS = 1_000_000_000_000;

/** `pnpm portico units`: the balances, grants and usage of accounts, and the prices of calls. */
export function unitsCommand(shell: Shell): Command {
  const units = new Command("units").description("manage the units of accounts and the prices of calls");
  addGrants(units, shell);
  addReads(units, shell);
  units.addCommand(pricesCommand(shell));
  return units;
}

function addGrants(units: Command, shell: Shell): void {
  units
    .command("grant")
    .description("grant units to an account")
    .addArgument(accountId())
    .addArgument(new Argument("<amount>", "a whole number from 1").argParser(countReader(1, MAX_UNITS)))
    .requiredOption("--reason <text>", "why; shown in the ledger to the account's owner")
    .option("--reference <text>", "idempotency key such as an invoice number: each is booked once per account")
    .action((id, amount, why) =>
      shell.onStore(async (db) => shell.print(await grant(db, { accountId: id, amount, ...why }))),
    );
  units
    .command("adjust")
    .description("grant units to an account, or take back at most what it has")
    .addArgument(accountId())
    .addArgument(
      new Argument("<amount>", "a whole number; -500 takes back 500").argParser(countReader(-MAX_UNITS, MAX_UNITS)),
    )
    .requiredOption("--reason <text>", "why; shown in the ledger to the account's owner")
    .option("--reference <text>", "idempotency key: each is booked once per account")
    .action((id, amount, why) =>
      shell.onStore(async (db) => shell.print(await grant(db, { accountId: id, amount, ...why }))),
    );
}

interface Grant {
  readonly accountId: string;
  readonly amount: number;
  readonly reason: string;
  readonly reference?: string | undefined;
}

async function grant(db: Store, { accountId: id, amount, reason, reference }: Grant): Promise<string> {
  await assertAccount(db, id);
  if (reason.trim() === "") throw new UsageError("--reason must not be empty");
  const given = await grantUnits(db, {
    accountId: id,
    amount,
    reason,
    reference: reference ?? null,
    actor: ACTOR,
  }).catch((error: unknown) => {
    const isUsage = error instanceof BalanceTooLowError || error instanceof RangeError;
    throw isUsage ? new UsageError(error.message) : error;
  });
  const { balance } = await assertAccount(db, id);
  if (!given.isNew) {
    return `'${reference}' was booked before, with ${formatCount(given.entry.amount)} units: nothing changed. ${id} has ${formatCount(balance)}.`;
  }
  const message =
    amount > 0 ? `${id} got ${formatCount(amount)} units` : `${formatCount(-amount)} units of ${id} were taken back`;
  return `${message}: it has ${formatCount(balance)}.`;
}

const GROUPS: readonly string[] = ["day", "operation", "key"];
const DAYS_MS = 29 * 86_400_000;

function addReads(units: Command, shell: Shell): void {
  units
    .command("ledger")
    .description("list an account's granted and taken back units, newest first")
    .addArgument(accountId())
    .option("--limit <number>", "maximum number of entries", countReader(1, 100_000), 100)
    .addOption(jsonOption())
    .action((id, options) =>
      shell.onStore(async (db) => {
        await assertAccount(db, id);
        const { entries } = await listLedger(db, { accountId: id, start: 0, limit: options.limit });
        printList(shell, options, entries, renderLedger);
      }),
    );
  units
    .command("usage")
    .description("show the units used by an account, as reported by running services")
    .addArgument(accountId())
    .option("--from <day>", "the first day, UTC", readDay, toDay(new Date(Date.now() - DAYS_MS)))
    .option("--to <day>", "the last day", readDay, toDay(new Date()))
    .option("--by <groups>", "group by: day, operation, key, separated by commas", readGroups, ["day"] as UsageGroup[])
    .addOption(jsonOption())
    .action((id, options) =>
      shell.onStore(async (db) => {
        await assertAccount(db, id);
        const { from, to, by } = options;
        printList(shell, options, await listUsage(db, { accountId: id, from, to, by }), renderUsage);
      }),
    );
}

function readGroups(text: string): UsageGroup[] {
  const groups = readList(text);
  const unknown = groups.find((group) => !GROUPS.includes(group));
  if (unknown !== undefined) throw new InvalidArgumentError(`'${unknown}' is not one of ${GROUPS.join(", ")}`);
  return groups as UsageGroup[];
}

function renderLedger(entries: readonly LedgerEntry[]): string[] {
  if (entries.length === 0) return ["No units were granted."];
  return renderTable(
    entries.map(({ createdAt, amount, reason, actor, reference }) => [
      toMinute(createdAt),
      `${amount > 0 ? "+" : ""}${formatCount(amount)}`,
      reason,
      `by ${actor}`,
      reference ?? "",
    ]),
  );
}

function renderUsage(rows: readonly UsageRow[]): string[] {
  if (rows.length === 0) return ["No units were used."];
  return renderTable(
    rows.map(({ day, operation, keyId, units, calls }) => [
      ...[day, operation, keyId].filter((cell) => cell !== undefined),
      `${formatCount(units)} units`,
      `${formatCount(calls)} calls`,
    ]),
  );
}
