import { Argument, Command } from "@commander-js/extra-typings";
import { operationTable } from "@portico/contract";
import { isPriced, listPrices, type ListedPrice } from "@portico/metering";
import { MAX_UNITS, removeUnitPrice, setUnitPrice } from "@portico/store";
import { countReader, operationReader } from "./readArguments.ts";
import { renderTable, toDay } from "./renderTable.ts";
import { ACTOR, jsonOption, printList, type Shell } from "./shell.ts";

const operation = () =>
  new Argument("<operation>", "an operationId of the reference").argParser(
    operationReader(Object.keys(operationTable).filter(isPriced).toSorted()),
  );

/** `pnpm portico units prices`: the prices of calls. Running services apply a change immediately. */
export function pricesCommand(shell: Shell): Command {
  const prices = new Command("prices")
    .description("manage the prices of calls; running services apply changes immediately")
    .addHelpText(
      "after",
      "\nPORTICO_UNITS of a service overrides the contract's prices; prices set here override both. An operation's price also\napplies to the one with the same name and the suffix Unversioned, until that has its own.",
    );
  prices
    .command("list")
    .description("list all operations, their prices, and who changed them")
    .addOption(jsonOption())
    .action((options) =>
      shell.onStore(async (db) => printList(shell, options, (await listPrices(db)).map(toListed), renderPrices)),
    );
  prices
    .command("set")
    .description("set a price that overrides the contract's")
    .addArgument(operation())
    .addArgument(new Argument("<units>", "a whole number from 1").argParser(countReader(1, MAX_UNITS)))
    .action((id, units) =>
      shell.onStore(async (db) => {
        await setUnitPrice(db, { operation: id, units, updatedBy: ACTOR });
        shell.print(`${id} costs ${units}.`);
      }),
    );
  prices
    .command("remove")
    .description("restore the contract's price")
    .addArgument(operation())
    .action((id) =>
      shell.onStore(async (db) => {
        const isChanged = await removeUnitPrice(db, id);
        const now = (await listPrices(db)).find((price) => price.operation === id);
        shell.print(`${id} ${isChanged ? "costs" : "already costs"} ${explain(now)}: ${now?.units}.`);
      }),
    );
  return prices;
}

/** An `…Unversioned` operation may have the price of the operation with the prefix. */
const explain = (price: ListedPrice | undefined): string =>
  price?.override === undefined ? "the contract's price" : `the price set for ${price.override.operation}`;

/** The form for `--json`. */
const toListed = ({ override, ...price }: ListedPrice) => ({
  ...price,
  overrideOf: override?.operation ?? null,
  updatedAt: override?.updatedAt ?? null,
  updatedBy: override?.updatedBy ?? null,
});

const renderPrices = (prices: readonly ReturnType<typeof toListed>[]): string[] =>
  renderTable(
    prices.map(({ operation: id, units, defaultUnits, overrideOf, updatedAt, updatedBy }) => {
      const as = overrideOf === id ? "" : `as ${overrideOf}, `;
      const why =
        updatedAt === null ? "" : `${as}instead of ${defaultUnits}, by ${updatedBy ?? ""} ${toDay(updatedAt)}`;
      return [id, String(units), why];
    }),
  );
