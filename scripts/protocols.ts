/** `pnpm protocols`: what is known of each protocol's state, and a switch that takes one out of all answers at once. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { chains } from "@portico/evm";
import { findApp, findDeployed, listApps, listDeployed } from "@portico/protocols";
import { closeDatabase, listProtocolRows, openDatabase, setProtocolOff } from "@portico/store";
import type { ProtocolRow, Store } from "@portico/store";
import { stateFolder } from "./stateFolder.ts";

const help = `pnpm protocols                   lists protocols that are switched off or could not be read
pnpm protocols --all             lists all that this server knows
pnpm protocols off ID [REASON]   switches one off: it is read no more, and answers name it as missing
pnpm protocols on ID             switches it on again

ID is that of GET /v1/protocol/list (aave3 on Ethereum, base_aave3 elsewhere), or of GET /v1/app_protocol/list. Every running
API hears of it at once.

Settings (environment):
  DATABASE_URL        the store's database (default: that of the Portico which runs here)
  PORTICO_STATE_DIR   where the Portico which runs here has its run.json (default .portico)`;

/** What the person did wrong: said without a stack. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

export interface Command {
  readonly kind: "list" | "off" | "on";
  readonly id: string;
  readonly reason: string | null;
  readonly isAll: boolean;
}

/** @throws UsageError that says what to write instead. */
export function readCommand(args: readonly string[], isAll = false): Command {
  const [kind = "list", id = "", ...words] = args;
  if (kind !== "list" && kind !== "off" && kind !== "on") {
    throw new UsageError(`'${kind}' is no command: write off ID, on ID, or nothing for the list`);
  }
  const command: Command = { kind, id, reason: words.length === 0 ? null : words.join(" "), isAll };
  if (kind === "list" && id !== "") throw new UsageError("The list takes no id: write --all to see every protocol");
  if (kind === "list") return command;
  if (id === "") throw new UsageError(`Which one? Write: pnpm protocols ${kind} ID`);
  if (findChainOf(id) === undefined) throw new UsageError(`No protocol '${id}' is known. ${suggest(id)}`);
  if (kind === "on" && command.reason !== null) throw new UsageError("on takes no reason");
  return command;
}

/** "" of an application, which may be on several chains; undefined when nothing is known by this id. */
const findChainOf = (id: string): string | undefined => findDeployed(id)?.chain ?? (findApp(id) && "");

const listIds = (): string[] =>
  [...chains.flatMap((chain) => listDeployed(chain.id)), ...listApps()].map(({ id }) => id).toSorted();

function suggest(id: string): string {
  const name = id.toLowerCase().replace(/^.*_|\d+$/g, "");
  const near = name === "" ? [] : listIds().filter((known) => known.includes(name));
  if (near.length > 0) return `Did you mean ${near.slice(0, 10).join(", ")}?`;
  return "See them all: pnpm protocols --all";
}

/** Does what was asked. @returns the lines to print. */
export async function runCommand(db: Store, { kind, id, reason, isAll }: Command): Promise<string[]> {
  if (kind === "list") return renderList(await listProtocolRows(db), isAll);
  await setProtocolOff(db, { id, chain: findChainOf(id) ?? "", isOff: kind === "off", reason });
  if (kind === "on") return [`${id} is on.`];
  return [`${id} is off: answers name it as missing. pnpm protocols on ${id} takes that back.`];
}

function renderList(rows: readonly ProtocolRow[], isAll: boolean): string[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const ids = listIds().filter((id) => isAll || byId.get(id)?.isOff === true || (byId.get(id)?.error ?? null) !== null);
  if (ids.length === 0) return ["Every protocol is on, and none failed when it was read last."];
  const width = Math.max(...ids.map((id) => id.length));
  return ids.map((id) => `${id.padEnd(width)}  ${renderState(byId.get(id))}`.trimEnd());
}

function renderState(row: ProtocolRow | undefined): string {
  if (row?.isOff === true) return `off${row.offReason === null ? "" : `: ${row.offReason}`}`;
  if (row !== undefined && row.error !== null) return `failed: ${row.error.replaceAll(/\s+/g, " ").slice(0, 200)}`;
  return row?.tvlUsd == null ? "on" : `on   ${Math.round(row.tvlUsd).toLocaleString("en")} USD`;
}

/** @throws UsageError when there is none to be found. */
export function findDatabaseUrl(env: NodeJS.ProcessEnv, runFile: string): string {
  if (env["DATABASE_URL"]) return env["DATABASE_URL"];
  if (!existsSync(runFile)) {
    throw new UsageError("No Portico runs here: start it with pnpm start, or set DATABASE_URL to the store's database");
  }
  return (JSON.parse(readFileSync(runFile, "utf8")) as { databaseUrl: string }).databaseUrl;
}

async function main(): Promise<void> {
  const options = { all: { type: "boolean" }, help: { type: "boolean", short: "h" } } as const;
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  if (values.help) return console.log(help);
  const command = readCommand(positionals, values.all);
  const url = findDatabaseUrl(process.env, join(stateFolder, "run.json"));
  const db = openDatabase(url, { max: 1 });
  try {
    for (const line of await runCommand(db, command)) console.log(line);
  } finally {
    await closeDatabase(db);
  }
}

if (import.meta.main) {
  try {
    await main();
  } catch (error) {
    const { name, message, code } = error as Error & { code?: string };
    const isAway = code === "ECONNREFUSED" || code === "ENOTFOUND" || code === "ETIMEDOUT";
    const isMissing = code === "42P01"; // undefined_table
    if (isAway) console.error("The database does not answer. Is Portico running? See pnpm start, or DATABASE_URL");
    else if (isMissing)
      console.error("That database is not Portico's, or of an older version: start Portico on it first");
    else console.error(name === "UsageError" || code?.startsWith("ERR_PARSE_ARGS") ? `${message}\n\n${help}` : error);
    process.exitCode = 1;
  }
}
