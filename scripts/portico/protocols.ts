import { Argument, Command, InvalidArgumentError } from "@commander-js/extra-typings";
import { findApp, findDeployed, isListed } from "@portico/protocols";
import { listProtocolRows, listProtocolSwitches, setProtocolOff } from "@portico/store";
import type { ProtocolRow, SwitchedProtocol } from "@portico/store";
import { listPairs, type ProtocolPair } from "./protocolPairs.ts";
import { countReader } from "./readArguments.ts";
import { formatCount, renderTable, toMinute } from "./renderTable.ts";
import { ACTOR, jsonOption, printList, type Shell } from "./shell.ts";

const HELP = `
The id is as in GET /v1/protocol/list (aave3 on Ethereum, base_aave3 on Base) or GET /v1/app_protocol/list.`;

const protocolId = () => new Argument("<id>", "id of a protocol or an application").argParser(readId);

/**
 * `pnpm portico protocols`: the state of each protocol, and a switch that removes one from all responses immediately.
 */
export function protocolsCommand(shell: Shell): Command {
  const protocols = new Command("protocols")
    .description(
      "show failed protocols, and disable a protocol in all responses; running APIs apply changes immediately",
    )
    .addHelpText("after", HELP);
  protocols
    .command("list")
    .description("list protocols that are disabled, could not be read, or don't respond on their chain")
    .option("--all", "every protocol on every chain, served or not; with --json with its addresses and their source")
    .addOption(jsonOption())
    .action((options) =>
      shell.onStore(async (db) => {
        const listed = listStates(await listProtocolRows(db)).filter(
          ({ state }) => options.all === true || state !== "on",
        );
        printList(shell, options, listed, renderStates);
      }),
    );
  protocols
    .command("off")
    .description("disable a protocol: it is no longer read, and responses list it as missing")
    .addArgument(protocolId())
    .argument("[reason...]", "why")
    .action((id, words) =>
      shell.onStore(async (db) => {
        await setProtocolOff(db, {
          id,
          chain: findChainOf(id) ?? "",
          isOff: true,
          reason: words.join(" ") || null,
          actor: ACTOR,
        });
        shell.print(`${id} is off: responses list it as missing. To enable it: pnpm portico protocols on ${id}`);
      }),
    );
  protocols
    .command("on")
    .description("enable a protocol again")
    .addArgument(protocolId())
    .action((id) =>
      shell.onStore(async (db) => {
        await setProtocolOff(db, { id, chain: findChainOf(id) ?? "", isOff: false, reason: null, actor: ACTOR });
        shell.print(`${id} is on.`);
      }),
    );
  protocols
    .command("log")
    .description("list who disabled and enabled which protocols, and when; newest first")
    .option("--limit <number>", "maximum number of entries", countReader(1, 10_000), 50)
    .addOption(jsonOption())
    .action((options) =>
      shell.onStore(async (db) =>
        printList(shell, options, await listProtocolSwitches(db, options.limit), renderSwitches),
      ),
    );
  return protocols;
}

function readId(id: string): string {
  if (findChainOf(id) !== undefined) return id;
  throw new InvalidArgumentError(`Unknown protocol '${id}'. ${suggest(id)}`);
}

/** "" for an application, which may be on several chains; undefined for an unknown id. */
const findChainOf = (id: string): string | undefined => findDeployed(id)?.chain ?? (findApp(id) && "");

function suggest(id: string): string {
  const name = id.toLowerCase().replace(/^.*_|\d+$/g, "");
  const near =
    name === ""
      ? []
      : listPairs()
          .map(({ id: known }) => known)
          .filter((known) => known.includes(name));
  if (near.length > 0) return `Did you mean ${near.slice(0, 10).join(", ")}?`;
  return "List all: pnpm portico protocols list --all";
}

interface ProtocolState extends ProtocolPair {
  /**
   * `dead`: its contracts don't respond on the chain, so it is neither read nor listed. Of an adapter, only the rows of
   * the catalogue that add to it don't respond: `failed`.
   */
  readonly state: "dead" | "failed" | "off" | "on";
  /** The reason why it is not on. */
  readonly reason: string | null;
  readonly tvlUsd: number | null;
}

function listStates(rows: readonly ProtocolRow[]): ProtocolState[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return listPairs().map((pair) => {
    const { id, ...facts } = pair;
    const row = byId.get(id);
    const tvlUsd = row?.tvlUsd ?? null;
    if (row?.isOff === true) return { id, state: "off", reason: row.offReason, tvlUsd, ...facts };
    const deployed = findDeployed(id);
    const isAdapter = deployed !== undefined && !isListed(deployed);
    if (typeof row?.deadReason === "string" && !isAdapter)
      return { id, state: "dead", reason: row.deadReason, tvlUsd, ...facts };
    const reason = (row?.error ?? row?.deadReason)?.replaceAll(/\s+/g, " ") ?? null;
    return { id, state: reason === null ? "on" : "failed", reason, tvlUsd, ...facts };
  });
}

function renderSwitches(switches: readonly SwitchedProtocol[]): string[] {
  if (switches.length === 0) return ["No protocol was ever disabled."];
  return renderTable(
    switches.map(({ protocolId: id, isOff, reason, actor, switchedAt }) => [
      toMinute(switchedAt),
      id,
      `${isOff ? "off" : "on"} by ${actor}${reason === null ? "" : `: ${reason}`}`,
    ]),
  );
}

function renderStates(states: readonly ProtocolState[]): string[] {
  if (states.length === 0) return ["All protocols are on, and their last reads succeeded."];
  return renderTable(states.map((state) => [state.id, renderState(state)]));
}

function renderState({ state, reason, tvlUsd }: ProtocolState): string {
  if (state !== "on") return `${state}${reason === null ? "" : `: ${reason.slice(0, 200)}`}`;
  return tvlUsd === null ? "on" : `on   ${formatCount(Math.round(tvlUsd))} USD`;
}
