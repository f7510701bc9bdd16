/** `pnpm clients`: the applications that may sign people in, and their clients; by which operators register them. */
import { parseArgs } from "node:util";
import {
  createOauthApp,
  createOauthClient,
  dropOldSecret,
  findOauthClient,
  listOauthApps,
  listOauthClients,
  type OauthApp,
  type OauthClient,
  rotateClientSecret,
  setOauthClientDisabled,
  type Store,
} from "@portico/store";
import { type ClientCommand, type ClientFlags, readClientCommand } from "./clientCommand.ts";
import { databaseHelp, runOperatorCommand, UsageError } from "./operatorCommand.ts";

const help = `pnpm clients                              lists applications and their clients, never their secrets
pnpm clients create-app NAME SITE_URL     registers an application
     --validated                          you know who is behind it: people who sign in are told so
     --logo URL                           https
pnpm clients create APP_ID REDIRECT_URI…  issues a client and shows its secret, this once
     --scope-format array|string          how /oauth/token writes scopes (default array; /oauth2/token: always string)
     --refusal redirect|page              who refuses comes back to the application (default), or sees a last page
pnpm clients rotate CLIENT_ID             issues another secret, which works beside the one before it
pnpm clients drop-old-secret CLIENT_ID    ends the one before it
pnpm clients disable CLIENT_ID            stops a client at once, with all its tokens
pnpm clients enable CLIENT_ID             takes that back

APP_ID (app_…) and CLIENT_ID (pc_…) are those that the list shows. Every running sign-in service follows at once.

${databaseHelp}`;

/** Does what was asked. @returns the lines to print. @throws UsageError when there is no such application or client. */
export async function runClientCommand(db: Store, command: ClientCommand): Promise<string[]> {
  if (command.kind === "list") return renderList(await listOauthApps(db), await listOauthClients(db));
  if (command.kind === "create-app") {
    const id = await createOauthApp(db, command.app);
    return [`${id} is registered. Issue a client for it: pnpm clients create ${id} REDIRECT_URI`];
  }
  if (command.kind === "create") return await createClient(db, command);
  const { kind, id } = command;
  if (kind === "rotate") return await rotate(db, id);
  if (kind === "drop-old-secret") return await dropOld(db, id);
  assertFound(await setOauthClientDisabled(db, id, kind === "disable"), id);
  return [`${id} is ${kind}d.`];
}

async function createClient(db: Store, { client }: Extract<ClientCommand, { kind: "create" }>): Promise<string[]> {
  const app = (await listOauthApps(db)).find(({ id }) => id === client.appId);
  if (app === undefined) throw new UsageError(`There is no application '${client.appId}'. See them all: pnpm clients`);
  const { id, secret } = await createOauthClient(db, client);
  return [
    `client_id      ${id}`,
    `client_secret  ${secret}`,
    "",
    `This is a client of ${app.name}. Its secret is shown this once: only its hash is kept.`,
  ];
}

async function rotate(db: Store, id: string): Promise<string[]> {
  const secret = await rotateClientSecret(db, id);
  if (secret === undefined) throw notFound(id);
  return [
    secret,
    "",
    `This is the new secret of ${id}, shown this once. The one before it works on, older ones no longer.`,
    `Once the application uses the new one: pnpm clients drop-old-secret ${id}`,
  ];
}

async function dropOld(db: Store, id: string): Promise<string[]> {
  if (await dropOldSecret(db, id)) return [`The old secret of ${id} is ended.`];
  assertFound((await findOauthClient(db, id)) !== undefined, id);
  return [`${id} has one secret only, which stays.`];
}

const notFound = (id: string) => new UsageError(`There is no client '${id}'. See them all: pnpm clients`);

function assertFound(isFound: boolean, id: string): void {
  if (!isFound) throw notFound(id);
}

function renderList(apps: readonly OauthApp[], clients: readonly OauthClient[]): string[] {
  if (apps.length === 0) return ["No application was registered yet. Write: pnpm clients create-app NAME SITE_URL"];
  return apps.flatMap((app) => [
    `${app.id}  ${app.name}  ${app.siteUrl}  ${app.isValidated ? "validated" : "not validated"}`,
    ...clients.filter((client) => client.app.id === app.id).flatMap(renderClient),
  ]);
}

function renderClient(client: OauthClient): string[] {
  const traits = [
    client.createdAt.toISOString().slice(0, 10),
    `scopes as ${client.scopeFormat}`,
    `refusal: ${client.refusal}`,
    ...(client.secretHashes.length > 1 ? ["two secrets"] : []),
    ...(client.isDisabled ? ["disabled"] : []),
  ];
  return [`  ${client.id}  ${traits.join(", ")}`, ...client.redirectUris.map((uri) => `    ${uri}`)];
}

if (import.meta.main) {
  await runOperatorCommand(help, () => {
    const options = {
      validated: { type: "boolean" },
      logo: { type: "string" },
      "scope-format": { type: "string" },
      refusal: { type: "string" },
      help: { type: "boolean", short: "h" },
    } as const;
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    if (values.help) return undefined;
    const flags: ClientFlags = { ...values, scopeFormat: values["scope-format"] };
    const command = readClientCommand(positionals, flags);
    return (db) => runClientCommand(db, command);
  });
}
