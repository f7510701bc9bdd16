import { Argument, Command } from "@commander-js/extra-typings";
import type { Account, Store } from "@portico/store";
import {
  createAccount,
  findAccount,
  listAccounts,
  listMembers,
  moveSubject,
  setAccountDisabled,
  setOperator,
} from "@portico/store";
import { countReader, idReader, nameArgument, readOwner } from "./readArguments.ts";
import { formatCount, renderTable, toDay } from "./renderTable.ts";
import { jsonOption, printList, type Shell } from "./shell.ts";
import { UsageError } from "./usageError.ts";

export const accountId = () =>
  new Argument("<account-id>", "acc_…, as listed by accounts list").argParser(idReader("acc_"));

/** `pnpm portico accounts`: the accounts that pay for calls. */
export function accountsCommand(shell: Shell): Command {
  const accounts = new Command("accounts").description(
    "manage the accounts that pay for calls; users of the dashboard have one, too",
  );
  accounts
    .command("list")
    .description("list accounts and their units, newest first")
    .option("--query <text>", "only accounts whose name or owner contains this, or with this id")
    .option("--limit <number>", "maximum number of accounts", countReader(1, 100_000), 1_000)
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
    .description("create an account, without units")
    .addArgument(nameArgument("name of the account"))
    .option("--owner <address>", "address that signs in to it in the dashboard; a contract as eip155:1:0x…", readOwner)
    .option("--operator", "its owner is an operator: sees and changes everything")
    .action((name, { owner, operator = false }) =>
      shell.onStore(async (db) => {
        const { id } = await createAccount(db, { name, owner: owner ?? null, isOperator: operator });
        shell.print(`${id} is created. Grant it units: pnpm portico units grant ${id} AMOUNT --reason WHY`);
      }),
    );
  addMembers(accounts, shell);
  addMove(accounts, shell);
  addSwitches(accounts, shell);
  return accounts;
}

function addMembers(accounts: Command, shell: Shell): void {
  accounts
    .command("members")
    .description("list the members of an account, with their roles; those who joined first come first")
    .addArgument(accountId())
    .addOption(jsonOption())
    .action((id, options) =>
      shell.onStore(async (db) => {
        await assertAccount(db, id);
        printList(shell, options, await listMembers(db, id), (members) =>
          members.length === 0
            ? ["It has no members: nobody can sign in to it."]
            : renderTable(members.map(({ subject, role, joinedAt }) => [role, subject, toDay(joinedAt)])),
        );
      }),
    );
}

const ownerArgument = (name: string, description: string) => new Argument(name, description).argParser(readOwner);

function addMove(accounts: Command, shell: Shell): void {
  accounts
    .command("move")
    .description(
      "move everything of an address to another: account with keys, units and apps, profile, follows and messages",
    )
    .addArgument(ownerArgument("<from>", "current owner: an address, or a contract as eip155:1:0x…"))
    .addArgument(ownerArgument("<to>", "new owner; make sure that it belongs to the same user"))
    .action((from, to) =>
      shell.onStore(async (db) => {
        if (from === to) throw new UsageError("<from> and <to> must differ");
        const { moved, ownerless } = await moveSubject(db, { from, to });
        shell.print(
          moved === null ? `${from} had no account; the rest belongs to ${to} now.` : `${moved} belongs to ${to} now.`,
        );
        if (ownerless !== null) shell.print(`${ownerless}, which belonged to ${to} before, has no owner now.`);
      }),
    );
}

function addSwitches(accounts: Command, shell: Shell): void {
  for (const verb of ["disable", "enable"] as const) {
    accounts
      .command(verb)
      .description(
        verb === "disable" ? "disable all keys of an account immediately" : "enable the keys of an account again",
      )
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
    .description("make an account's owner an operator, who sees and changes everything, or revoke that")
    .addArgument(new Argument("<state>").choices(["on", "off"]))
    .addArgument(accountId())
    .action((state, id) =>
      shell.onStore(async (db) => {
        assertFound(await setOperator(db, id, state === "on"), id);
        shell.print(`The owner of ${id} is ${state === "on" ? "" : "no longer "}an operator.`);
      }),
    );
}

/** @throws UsageError if there is none. */
export async function assertAccount(db: Store, id: string): Promise<Account> {
  const account = await findAccount(db, id);
  if (account === undefined) throw noAccount(id);
  return account;
}

const noAccount = (id: string) => new UsageError(`Unknown account '${id}'. List all: pnpm portico accounts list`);

function assertFound(isFound: boolean, id: string): void {
  if (!isFound) throw noAccount(id);
}

function renderAccounts(accounts: readonly Account[]): string[] {
  if (accounts.length === 0) return ["No accounts found. Create one: pnpm portico accounts create NAME"];
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
