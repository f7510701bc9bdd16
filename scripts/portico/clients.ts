import { Argument, Command, InvalidArgumentError, Option } from "@commander-js/extra-typings";
import {
  assertRedirectUris,
  createOauthApp,
  createOauthClient,
  explainUrlFlaw,
  findUrlFlaw,
  listOauthApps,
  listOauthClients,
  listRedirectUriFlaws,
  type NewOauthClient,
  type OauthApp,
  type OauthClient,
  RedirectUriError,
  type Store,
} from "@portico/store";
import { assertAccount } from "./accounts.ts";
import { addClientChanges } from "./clientChanges.ts";
import { idReader, readName } from "./readArguments.ts";
import { toDay } from "./renderTable.ts";
import { jsonOption, printAll, printList, type Shell } from "./shell.ts";
import { UsageError } from "./usageError.ts";

/** `pnpm portico clients`: the applications that may sign users in, and their clients. */
export function clientsCommand(shell: Shell): Command {
  const clients = new Command("clients").description(
    "manage applications that may sign users in, and their clients; running sign-in services apply changes immediately",
  );
  clients
    .command("list")
    .description("list applications and their clients, without secrets")
    .addOption(jsonOption())
    .action((options) => shell.onStore(async (db) => printList(shell, options, await listApps(db), renderApps)));
  addCreateApp(clients, shell);
  addCreate(clients, shell);
  addClientChanges(clients, shell);
  return clients;
}

function addCreateApp(clients: Command, shell: Shell): void {
  clients
    .command("create-app")
    .description("register an application")
    .addArgument(new Argument("<name>", "in quotes if it contains spaces").argParser(readName))
    .addArgument(new Argument("<site-url>", "URL of its site").argParser(readSite))
    .option("--validated", "you have verified its owner; shown to users who sign in")
    .option("--logo <url>", "https", readLogo)
    .option("--account <id>", "account that is charged for its clients' reads (default: none)", idReader("acc_"))
    .action((name, siteUrl, { validated = false, logo, account }) =>
      shell.onStore(async (db) => {
        if (account !== undefined) await assertAccount(db, account);
        const app = { name, siteUrl, logoUrl: logo ?? null, isValidated: validated, accountId: account ?? null };
        const id = await createOauthApp(db, app);
        shell.print(`${id} is registered. Issue a client for it: pnpm portico clients create ${id} REDIRECT_URI`);
      }),
    );
}

function addCreate(clients: Command, shell: Shell): void {
  clients
    .command("create")
    .description("issue a client and show its secret, only once")
    .addArgument(new Argument("<app-id>", "app_…, as listed by clients list").argParser(idReader("app_")))
    .argument("<redirect-uris...>", "where users are redirected after signing in")
    .addOption(
      new Option("--scope-format <form>", "form of scopes in responses of /oauth/token (/oauth2/token: always string)")
        .choices(["array", "string"])
        .default("array" as const),
    )
    .addOption(
      new Option("--refusal <end>", "a user who denies access is redirected to the application, or sees a final page")
        .choices(["redirect", "page"])
        .default("redirect" as const),
    )
    .action((appId, redirectUris, { scopeFormat, refusal }) =>
      shell.onStore(async (db) => {
        const uris = readRedirectUris(redirectUris);
        printAll(shell, await createClient(db, { appId, redirectUris: uris, scopeFormat, refusal }));
      }),
    );
}

function readSite(text: string): string {
  const flaw = findUrlFlaw(text);
  if (flaw === undefined) return text;
  throw new InvalidArgumentError(`'${text.slice(0, 100)}' is not a valid site URL: ${explainUrlFlaw(flaw)}`);
}

function readLogo(text: string): string {
  if (findUrlFlaw(text) === undefined && text.startsWith("https:")) return text;
  throw new InvalidArgumentError(`'${text.slice(0, 100)}' is not a valid logo URL: must be https`);
}

/** @returns each once, as written: redirect URIs are compared as text. */
function readRedirectUris(texts: readonly string[]): string[] {
  const uris = [...new Set(texts)];
  try {
    assertRedirectUris(uris);
  } catch (error) {
    throw error instanceof RedirectUriError ? new UsageError(error.message) : error;
  }
  return uris;
}

async function createClient(db: Store, client: NewOauthClient): Promise<string[]> {
  const app = (await listOauthApps(db)).find(({ id }) => id === client.appId);
  if (app === undefined) {
    throw new UsageError(`Unknown application '${client.appId}'. List all: pnpm portico clients list`);
  }
  const { id, secret } = await createOauthClient(db, client);
  return [
    `client_id      ${id}`,
    `client_secret  ${secret}`,
    "",
    `This is a client of ${app.name}. Its secret is shown only once: only its hash is stored.`,
  ];
}

type ListedApp = OauthApp & { clients: Omit<OauthClient, "app" | "secretHashes">[] };

async function listApps(db: Store): Promise<ListedApp[]> {
  const clients = await listOauthClients(db);
  return (await listOauthApps(db)).map((app) => ({
    ...app,
    clients: clients
      .filter((client) => client.app.id === app.id)
      .map(({ app: _app, secretHashes: _hashes, ...client }) => client),
  }));
}

function renderApps(apps: readonly ListedApp[]): string[] {
  if (apps.length === 0) {
    return ["No applications found. Register one: pnpm portico clients create-app NAME SITE_URL"];
  }
  return apps.flatMap(({ id, name, siteUrl, isValidated, accountId, clients }) => [
    [id, name, siteUrl, isValidated ? "validated" : "not validated", accountId ?? ""].join("  ").trimEnd(),
    ...clients.flatMap(renderClient),
  ]);
}

function renderClient(client: ListedApp["clients"][number]): string[] {
  const traits = [
    toDay(client.createdAt),
    `scopes as ${client.scopeFormat}`,
    `refusal: ${client.refusal}`,
    ...(client.secretHints.length > 1 ? ["two secrets"] : []),
    ...(client.isDisabled ? ["disabled"] : []),
  ];
  return [`  ${client.id}  ${traits.join(", ")}`, ...client.redirectUris.map(renderRedirectUri)];
}

/** A client from an earlier version may have a URI that is no longer allowed. */
function renderRedirectUri(uri: string): string {
  const [flaw] = listRedirectUriFlaws([uri]);
  return flaw === undefined ? `    ${uri}` : `    ${uri}  no longer allowed: ${flaw.message}`;
}
