import { Command } from "@commander-js/extra-typings";
import { accountsCommand } from "./accounts.ts";
import { backupCommand } from "./backup.ts";
import { catalogueCommand } from "./catalogue.ts";
import { chainsCommand } from "./chains.ts";
import { clientsCommand } from "./clients.ts";
import { DATABASE_HELP } from "./databaseUrl.ts";
import { distributeCommand } from "./distribute.ts";
import { doctorCommand } from "./doctor.ts";
import { keysCommand } from "./keys.ts";
import { migrateCommand } from "./migrate.ts";
import { ownersCommand } from "./owners.ts";
import { protocolsCommand } from "./protocols.ts";
import { selectorsCommand } from "./selectors.ts";
import { rebuildCommand } from "./rebuild.ts";
import { restoreCommand } from "./restore.ts";
import { setupCommand } from "./setup.ts";
import type { Shell } from "./shell.ts";
import { signingKeysCommand } from "./signingKeys.ts";
import { statusCommand } from "./status.ts";
import { unitsCommand } from "./units.ts";

export interface ProgramOptions {
  /** As users call it. */
  readonly name?: string;
  /** Commands in addition to those that every program has. */
  readonly commands?: readonly ((shell: Shell) => Command)[];
}

/** The administration commands. None of them exits the process. */
export function createProgram(shell: Shell, { name = "pnpm portico", commands = [] }: ProgramOptions = {}): Command {
  const program = new Command(name)
    .description("Administers Portico from the shell: changes the store, and running services apply the changes.")
    .addHelpText("afterAll", `\n${DATABASE_HELP}`);
  const groups = [
    statusCommand(shell),
    doctorCommand(shell),
    migrateCommand(shell),
    rebuildCommand(shell),
    distributeCommand(shell),
    setupCommand(shell),
    backupCommand(shell),
    restoreCommand(shell),
    accountsCommand(shell),
    unitsCommand(shell),
    keysCommand(shell),
    clientsCommand(shell),
    signingKeysCommand(shell),
    chainsCommand(shell),
    ownersCommand(shell),
    protocolsCommand(shell),
    catalogueCommand(shell),
    selectorsCommand(shell),
    ...commands.map((create) => create(shell)),
  ];
  for (const group of groups) program.addCommand(group);
  for (const command of [program, ...groups, ...groups.flatMap((group) => listBelow(group))]) settle(command, shell);
  return program;
}

const listBelow = (command: Command): Command[] =>
  command.commands.flatMap((below) => [below as Command, ...listBelow(below as Command)]);

function settle(command: Command, { print, printError }: Shell): void {
  command
    .exitOverride()
    .showHelpAfterError()
    .configureOutput({ writeOut: (text) => print(text.trimEnd()), writeErr: (text) => printError(text.trimEnd()) });
}
