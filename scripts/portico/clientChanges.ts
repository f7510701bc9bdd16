import { Argument, type Command } from "@commander-js/extra-typings";
import { dropOldSecret, findOauthClient, rotateClientSecret, setOauthClientDisabled, type Store } from "@portico/store";
import { idReader } from "./readArguments.ts";
import { printAll, type Shell } from "./shell.ts";
import { UsageError } from "./usageError.ts";

const clientId = () => new Argument("<client-id>", "pc_…, which the list shows").argParser(idReader("pc_", "ps_"));

/** Subcommands that change an existing client. */
export function addClientChanges(clients: Command, shell: Shell): void {
  clients
    .command("rotate")
    .description("issues another secret, which works beside the one before it")
    .addArgument(clientId())
    .action((id) => shell.onStore(async (db) => printAll(shell, await rotate(db, id))));
  clients
    .command("drop-old-secret")
    .description("ends the one before it")
    .addArgument(clientId())
    .action((id) => shell.onStore(async (db) => shell.print(await dropOld(db, id))));
  for (const verb of ["disable", "enable"] as const) {
    clients
      .command(verb)
      .description(verb === "disable" ? "stops a client at once, with all its tokens" : "takes that back")
      .addArgument(clientId())
      .action((id) =>
        shell.onStore(async (db) => {
          assertFound(await setOauthClientDisabled(db, id, verb === "disable"), id);
          shell.print(`${id} is ${verb}d.`);
        }),
      );
  }
}

async function rotate(db: Store, id: string): Promise<string[]> {
  const secret = await rotateClientSecret(db, id);
  assertFound(secret !== undefined, id);
  return [
    secret ?? "",
    "",
    `This is the new secret of ${id}, shown this once. The one before it works on, older ones no longer.`,
    `Once the application uses the new one: pnpm portico clients drop-old-secret ${id}`,
  ];
}

async function dropOld(db: Store, id: string): Promise<string> {
  if (await dropOldSecret(db, id)) return `The old secret of ${id} is ended.`;
  assertFound((await findOauthClient(db, id)) !== undefined, id);
  return `${id} has one secret only, which stays.`;
}

function assertFound(isFound: boolean, id: string): void {
  if (!isFound) throw new UsageError(`There is no client '${id}'. See them all: pnpm portico clients list`);
}
