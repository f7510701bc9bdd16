import { Argument, type Command } from "@commander-js/extra-typings";
import { dropOldSecret, findOauthClient, rotateClientSecret, setOauthClientDisabled, type Store } from "@portico/store";
import { idReader } from "./readArguments.ts";
import { printAll, type Shell } from "./shell.ts";
import { UsageError } from "./usageError.ts";

const clientId = () => new Argument("<client-id>", "pc_…, as listed by clients list").argParser(idReader("pc_", "ps_"));

/** Subcommands that change an existing client. */
export function addClientChanges(clients: Command, shell: Shell): void {
  clients
    .command("rotate")
    .description("issue another secret; the previous one remains valid")
    .addArgument(clientId())
    .action((id) => shell.onStore(async (db) => printAll(shell, await rotate(db, id))));
  clients
    .command("drop-old-secret")
    .description("revoke the previous secret")
    .addArgument(clientId())
    .action((id) => shell.onStore(async (db) => shell.print(await dropOld(db, id))));
  for (const verb of ["disable", "enable"] as const) {
    clients
      .command(verb)
      .description(verb === "disable" ? "disable a client and all its tokens immediately" : "enable a client again")
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
    `This is the new secret of ${id}, shown only once. The previous one remains valid, older ones do not.`,
    `Once the application uses the new one: pnpm portico clients drop-old-secret ${id}`,
  ];
}

async function dropOld(db: Store, id: string): Promise<string> {
  if (await dropOldSecret(db, id)) return `The old secret of ${id} is revoked.`;
  assertFound((await findOauthClient(db, id)) !== undefined, id);
  return `${id} has only one secret. It remains valid.`;
}

function assertFound(isFound: boolean, id: string): void {
  if (!isFound) throw new UsageError(`Unknown client '${id}'. List all: pnpm portico clients list`);
}
