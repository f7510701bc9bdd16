import { Argument, Command } from "@commander-js/extra-typings";
import { operationTable } from "@portico/contract";
import { listUnitPrices, MOST_UNITS, removeUnitPrice, setUnitPrice, type UnitPrice } from "@portico/store";
import { countReader, operationReader } from "./readArguments.ts";
import { renderTable, toDay } from "./renderTable.ts";
import { ACTOR, jsonOption, printList, type Shell } from "./shell.ts";

/** Of what costs something. */
const contractPrices = new Map(
  Object.entries(operationTable)
    .map(([id, { units }]): [string, number] => [id, units])
    .filter(([, units]) => units > 0)
    .toSorted(([a], [b]) => a.localeCompare(b)),
);
const operation = () =>
  new Argument("<operation>", "an operationId of the reference").argParser(operationReader([...contractPrices.keys()]));

/** `pnpm portico units prices`: what calls cost. Every running service follows at once. */
export function pricesCommand(shell: Shell): Command {
  const prices = new Command("prices")
    .description("what calls cost: every running service follows at once")
    .addHelpText(
      "after",
      "\nPORTICO_UNITS of a service replaces the contract's prices; what is set here replaces both. An operation's price is also\nthat of the one with the same name and Unversioned, until that has its own.",
    );
  prices
    .command("list")
    .description("all operations, what they cost, and who changed that")
    .addOption(jsonOption())
    .action((options) =>
      shell.onStore(async (db) => printList(shell, options, listPrices(await listUnitPrices(db)), renderPrices)),
    );
  prices
    .command("set")
    .description("sets a price that differs from the contract's")
    .addArgument(operation())
    .addArgument(new Argument("<units>", "a whole number from 1").argParser(countReader(1, MOST_UNITS)))
    .action((id, units) =>
      shell.onStore(async (db) => {
        await setUnitPrice(db, { operation: id, units, updatedBy: ACTOR });
        shell.print(`${id} costs ${units}.`);
      }),
    );
  prices
    .command("remove")
    .description("takes the contract's price again")
    .addArgument(operation())
    .action((id) =>
      shell.onStore(async (db) => {
        const isChanged = await removeUnitPrice(db, id);
        shell.print(`${id} ${isChanged ? "costs" : "cost already"} what the contract says: ${contractPrices.get(id)}.`);
      }),
    );
  return prices;
}

interface Price {
  readonly operation: string;
  readonly units: number;
  /** By the contract. */
  readonly defaultUnits: number;
  readonly updatedAt: Date | null;
  readonly updatedBy: string | null;
}

function listPrices(overrides: readonly UnitPrice[]): Price[] {
  const byId = new Map(overrides.map((price) => [price.operation, price]));
  return [...contractPrices].map(([id, defaultUnits]) => {
    const set = byId.get(id);
    return {
      operation: id,
      units: set?.units ?? defaultUnits,
      defaultUnits,
      updatedAt: set?.updatedAt ?? null,
      updatedBy: set?.updatedBy ?? null,
    };
  });
}

const renderPrices = (prices: readonly Price[]): string[] =>
  renderTable(
    prices.map(({ operation: id, units, defaultUnits, updatedAt, updatedBy }) => [
      id,
      String(units),
      updatedAt === null ? "" : `instead of ${defaultUnits}, by ${updatedBy ?? ""} ${toDay(updatedAt)}`,
    ]),
  );
