/** `pnpm protocols`: what is known of each protocol's state, and a switch that takes one out of all answers at once. */
import { parseArgs } from "node:util";
import { chains } from "@portico/evm";
import { findApp, findDeployed, listApps, listDeployed } from "@portico/protocols";
import { listProtocolRows, setProtocolOff } from "@portico/store";
import type { ProtocolRow, Store } from "@portico/store";
import { databaseHelp, runOperatorCommand, UsageError } from "./operatorCommand.ts";

const help = `pnpm protocols                   lists protocols that are switched off or could not be read
pnpm protocols --all             lists all that this server knows
pnpm protocols off ID [REASON]   switches one off: it is read no more, and answers name it as missing
pnpm protocols on ID             switches it on again

ID is that of GET /v1/protocol/list (aave3 on Ethereum, base_aave3 elsewhere), or of GET /v1/app_protocol/list. Every running
API hears of it at once.

${databaseHelp}`;

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

if (import.meta.main) {
  await runOperatorCommand(help, () => {
    const options = { all: { type: "boolean" }, help: { type: "boolean", short: "h" } } as const;
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    if (values.help) return undefined;
    const command = readCommand(positionals, values.all);
    return (db) => runCommand(db, command);
  });
}
