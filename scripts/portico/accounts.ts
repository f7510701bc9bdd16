import { Argument, Command } from "@commander-js/extra-typings";
import type { Account, Store } from "@portico/store";
import { createAccount, findAccount, listAccounts, moveSubject, setAccountDisabled, setOperator } from "@portico/store";
import { countReader, idReader, nameArgument, readOwner } from "./readArguments.ts";
import { formatCount, renderTable, toDay } from "./renderTable.ts";
import { jsonOption, printList, type Shell } from "./shell.ts";
import { UsageError } from "./usageError.ts";

export const accountId = () => new Argument("<account-id>", "acc_…, which the list shows").argParser(idReader("acc_"));

/** `pnpm portico accounts`: the accounts that pay for calls. */
export function accountsCommand(shell: Shell): Command {
  const accounts = new Command("accounts").description(
    "who pays for calls; whoever signs in to the dashboard has one too",
  );
  accounts
    .command("list")
    .description("accounts and their units, newest first")
    .option("--query <text>", "only those with this in their name or owner, or with this id")
    .option("--limit <number>", "at most so many", countReader(1, 100_000), 1_000)
    .addOption(jsonOption())
    .action((options) =>
      shell.onStore(async (db) => {
        const { query, limit } = options;
        const { accounts: found } = await listAccounts(db, { start: 0, limit, ...(query !== undefined && { query }) });
        printList(shell, options, found, renderAccounts);
      }),
    );
  accounts
    .command("create")
    .description("makes an account, without units")
    .addArgument(nameArgument("whose it is"))
    .option("--owner <address>", "who signs in to it in the dashboard; a contract as eip155:1:0x…", readOwner)
    .option("--operator", "its owner sees and changes what is everybody's")
    .action((name, { owner, operator = false }) =>
      shell.onStore(async (db) => {
        const { id } = await createAccount(db, { name, owner: owner ?? null, isOperator: operator });
        shell.print(`${id} is there. Give it units: pnpm portico units grant ${id} AMOUNT --reason WHY`);
      }),
    );
  addMove(accounts, shell);
  addSwitches(accounts, shell);
  return accounts;
}

const ownerArgument = (name: string, description: string) => new Argument(name, description).argParser(readOwner);

function addMove(accounts: Command, shell: Shell): void {
  accounts
    .command("move")
    .description(
      "gives what an address has to another: account with keys, units and apps, profile, follows and messages",
    )
    .addArgument(ownerArgument("<from>", "whose it is: an address, or a contract as eip155:1:0x…"))
    .addArgument(ownerArgument("<to>", "who signs in from now on; be sure that it is the same owner's"))
    .action((from, to) =>
      shell.onStore(async (db) => {
        if (from === to) throw new UsageError("Write two that differ");
        const { moved, ownerless } = await moveSubject(db, { from, to });
        shell.print(moved === null ? `${from} had no account; the rest is ${to}'s.` : `${moved} is ${to}'s.`);
        if (ownerless !== null) shell.print(`${ownerless}, which ${to} had before, has no owner now.`);
      }),
    );
}

function addSwitches(accounts: Command, shell: Shell): void {
  for (const verb of ["disable", "enable"] as const) {
    accounts
      .command(verb)
      .description(verb === "disable" ? "stops all keys of an account at once" : "takes that back")
      .addArgument(accountId())
      .action((id) =>
        shell.onStore(async (db) => {
          assertFound(await setAccountDisabled(db, id, verb === "disable"), id);
          shell.print(`${id} is ${verb}d.`);
        }),
      );
  }
  accounts
    .command("operator")
    .description("lets an account's owner see and change what is everybody's, or no more")
    .addArgument(new Argument("<state>").choices(["on", "off"]))
    .addArgument(accountId())
    .action((state, id) =>
      shell.onStore(async (db) => {
        assertFound(await setOperator(db, id, state === "on"), id);
        shell.print(`${id} is ${state === "on" ? "" : "no longer "}an operator's.`);
      }),
    );
}

/** @throws UsageError if there is none. */
export async function assertAccount(db: Store, id: string): Promise<Account> {
  const account = await findAccount(db, id);
  if (account === undefined) throw noAccount(id);
  return account;
}

const noAccount = (id: string) =>
  new UsageError(`There is no account '${id}'. See them all: pnpm portico accounts list`);

function assertFound(isFound: boolean, id: string): void {
  if (!isFound) throw noAccount(id);
}

function renderAccounts(accounts: readonly Account[]): string[] {
  if (accounts.length === 0) return ["There is no such account. Write: pnpm portico accounts create NAME"];
  return renderTable(
    accounts.map(({ id, name, owner, balance, isDisabled, isOperator, createdAt }) => [
      id,
      name,
      `${formatCount(balance)} units`,
      toDay(createdAt),
      [owner ?? "", isOperator ? "operator" : "", isDisabled ? "disabled" : ""]
        .filter((trait) => trait !== "")
        .join(", "),
    ]),
  );
}
