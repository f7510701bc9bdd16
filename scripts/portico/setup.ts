import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { Command } from "@commander-js/extra-typings";
import type { Store } from "@portico/store";
import { CONNECT_KEY, ensureKey, EXPLORER_KEY } from "../storedKey.ts";
import { type ClientPlan, ensureClient, planDashboardClient, planExplorerClient } from "../storedClient.ts";
import { printAll, type Shell } from "./shell.ts";
import { UsageError } from "./usageError.ts";

const HELP = `
FILE is in the form of Docker's --env-file and systemd's EnvironmentFile: NAME=value, one per line. Without FILE it is
printed. What FILE or the environment has already is kept if it still works, so that it can be run again, for example
with another URL. The database has to be migrated.

Settings (environment):
  PORTICO_DASHBOARD_URL   public URL of the dashboard (default: http://127.0.0.1:4002)
  PORTICO_EXPLORER_URL    public URL of the explorer (default: http://127.0.0.1:4006)

  pnpm portico setup /etc/portico/secrets.env`;

/** `pnpm portico setup`: the secrets that Portico's services need of each other. */
export function setupCommand(shell: Shell): Command {
  const setup = new Command("setup");
  setup
    .description("create the keys and clients that the services use, as an environment file")
    .argument("[file]", "where they are written, readable only by you")
    .addHelpText("after", HELP)
    .action((file) =>
      shell.onStore(async (db) => {
        const text = file !== undefined && existsSync(file) ? readFile(file) : "";
        const secrets = await createSecrets(db, { ...shell.env, ...parseEnv(text) });
        if (file === undefined) return printAll(shell, renderSecrets(secrets, ""));
        writeFile(file, `${renderSecrets(secrets, text).join("\n")}\n`);
        printAll(shell, [`${Object.keys(secrets).length} secrets of the services are in ${file}`]);
      }),
    );
  return setup;
}

/** Lines of the file, with the secrets in their places, and those that it doesn't have yet at its end. */
function renderSecrets(secrets: Readonly<Record<string, string>>, text: string): string[] {
  const lines = text === "" ? [] : text.replace(/\n$/, "").split("\n");
  const nameOf = (line: string): string => line.split("=", 1)[0]!.trim();
  const present = new Set(lines.map(nameOf));
  const render = (name: string): string => `${name}=${secrets[name]!}`;
  return [
    ...lines.map((line) => (nameOf(line) in secrets ? render(nameOf(line)) : line)),
    ...Object.keys(secrets).flatMap((name) => (present.has(name) ? [] : [render(name)])),
  ];
}

type Env = Readonly<Record<string, string | undefined>>;

async function createSecrets(db: Store, env: Env): Promise<Record<string, string>> {
  const dashboard = await ensureNamedClient(db, env, "DASHBOARD", planDashboardClient(readUrl(env, "DASHBOARD", 4002)));
  const explorer = await ensureNamedClient(db, env, "EXPLORER", planExplorerClient(readUrl(env, "EXPLORER", 4006)));
  return {
    PORTICO_CONNECT_KEYS: readSet(env, "PORTICO_CONNECT_KEYS") ?? randomBytes(32).toString("base64url"),
    PORTICO_MCP_SECRET: readSet(env, "PORTICO_MCP_SECRET") ?? randomBytes(32).toString("base64url"),
    PORTICO_API_KEY: await ensureKey(db, env["PORTICO_API_KEY"] ?? "", CONNECT_KEY),
    PORTICO_EXPLORER_KEY: await ensureKey(db, env["PORTICO_EXPLORER_KEY"] ?? "", EXPLORER_KEY),
    ...dashboard,
    ...explorer,
  };
}

async function ensureNamedClient(
  db: Store,
  env: Env,
  app: "DASHBOARD" | "EXPLORER",
  plan: ClientPlan,
): Promise<Record<string, string>> {
  const [idName, secretName] = [`PORTICO_${app}_CLIENT_ID`, `PORTICO_${app}_CLIENT_SECRET`];
  const [id = "", secret = ""] = [env[idName], env[secretName]];
  const stored = id === "" ? undefined : { clientId: id, clientSecret: secret };
  const { clientId, clientSecret } = await ensureClient(db, stored, plan);
  return { [idName]: clientId, [secretName]: clientSecret };
}

const readSet = (env: Env, name: string): string | undefined => (env[name] === "" ? undefined : env[name]);

/** @throws UsageError */
function readUrl(env: Env, app: string, port: number): string {
  const name = `PORTICO_${app}_URL`;
  const text = readSet(env, name) ?? `http://127.0.0.1:${port}`;
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol) || url.href !== `${url.origin}/`)
    throw new UsageError(`${name} must be https://host, without a path, not '${text}'`);
  return url.origin;
}

function readFile(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (cause) {
    throw new UsageError(`${file} can't be read: ${(cause as Error).message}`, { cause });
  }
}

/** At once, so that no service reads a part of it. */
function writeFile(file: string, text: string): void {
  try {
    writeFileSync(`${file}.new`, text, { mode: 0o600 });
    renameSync(`${file}.new`, file);
  } catch (cause) {
    throw new UsageError(`${file} can't be written: ${(cause as Error).message}`, { cause });
  }
}
