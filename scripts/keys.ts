/** `pnpm keys`: the access keys of the data API, by which operators let applications in. */
import { parseArgs } from "node:util";
import { createAccessKey, listAccessKeys, revokeAccessKey, setWalletEnabled } from "@portico/store";
import type { AccessKey, Store } from "@portico/store";
import { databaseHelp, runOperatorCommand, UsageError } from "./operatorCommand.ts";

const help = `pnpm keys                       lists all keys: their ids, never the keys themselves
pnpm keys create NAME           issues a key and shows it, this once
     --wallet                   it may also call the wallet group
     --expires YYYY-MM-DD       its last day (UTC)
pnpm keys revoke ID             ends a key for good
pnpm keys wallet on ID          lets a key call the wallet group (/v1/wallet/…), which is not stable yet
pnpm keys wallet off ID         takes that back

ID is the one that the list shows: key_… Every running API hears of it at once.

${databaseHelp}`;

export type Command =
  | { kind: "list" }
  | { kind: "create"; name: string; isWalletEnabled: boolean; expiresAt: Date | undefined }
  | { kind: "revoke"; id: string }
  | { kind: "wallet"; id: string; isOn: boolean };

export interface Flags {
  wallet?: boolean | undefined;
  expires?: string | undefined;
}

const NAME_MAX = 100;
const DAY_MS = 86_400_000;

/** @param now - Unix milliseconds. @throws UsageError that says what to write instead. */
export function readCommand(args: readonly string[], flags: Flags = {}, now = Date.now()): Command {
  const [kind = "list", ...rest] = args;
  if (kind === "create") return readCreate(rest.join(" "), flags, now);
  if (flags.wallet !== undefined || flags.expires !== undefined) {
    throw new UsageError("--wallet and --expires belong to create; write: pnpm keys wallet on ID");
  }
  if (kind === "list" && rest.length === 0) return { kind };
  if (kind === "revoke") return { kind, id: readId(rest, "pnpm keys revoke ID") };
  if (kind === "wallet") return readWallet(rest);
  throw new UsageError(`'${args.join(" ")}' is no command: write create NAME, revoke ID, wallet on ID, or nothing`);
}

function readCreate(name: string, { wallet = false, expires }: Flags, now: number): Command {
  if (name.trim() === "") throw new UsageError("Whose key is it? Write: pnpm keys create NAME");
  if (name.length > NAME_MAX || /\p{C}/u.test(name)) {
    throw new UsageError(`A name has at most ${NAME_MAX} printable characters`);
  }
  const expiresAt = expires === undefined ? undefined : readLastDay(expires, now);
  return { kind: "create", name, isWalletEnabled: wallet, expiresAt };
}

/** @returns the end of that day. */
function readLastDay(text: string, now: number): Date {
  const start = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  const isDay = Number.isFinite(start) && toDay(new Date(start)) === text; // there is no 30th of February
  if (!isDay) throw new UsageError(`'${text}' is no day: write it as 2027-12-31`);
  if (start + DAY_MS <= now) throw new UsageError(`${text} is over: a key that ends then could never be used`);
  return new Date(start + DAY_MS);
}

function readWallet([state, ...rest]: readonly string[]): Command {
  if (state !== "on" && state !== "off") throw new UsageError("Write: pnpm keys wallet on ID, or wallet off ID");
  return { kind: "wallet", isOn: state === "on", id: readId(rest, `pnpm keys wallet ${state} ID`) };
}

function readId([id, ...more]: readonly string[], usage: string): string {
  if (id === undefined || more.length > 0) throw new UsageError(`Which one? Write: ${usage}`);
  if (id.startsWith("pk_")) throw new UsageError("That is a key itself: write its id, key_…, which pnpm keys shows");
  return id;
}

/** Does what was asked. @returns the lines to print. @throws UsageError when there is no such key. */
export async function runCommand(db: Store, command: Command): Promise<string[]> {
  if (command.kind === "list") return renderList(await listAccessKeys(db), new Date());
  if (command.kind === "create") return await create(db, command);
  const { id } = command;
  if (command.kind === "revoke") {
    assertFound(await revokeAccessKey(db, id), id);
    return [`${id} is revoked.`];
  }
  assertFound(await setWalletEnabled(db, id, command.isOn), id);
  return [`${id} may ${command.isOn ? "" : "no longer "}call the wallet group.`];
}

async function create(db: Store, command: Extract<Command, { kind: "create" }>): Promise<string[]> {
  const { name, isWalletEnabled, expiresAt } = command;
  const { id, key } = await createAccessKey(db, { name, isWalletEnabled, ...(expiresAt && { expiresAt }) });
  return [
    key,
    "",
    `This is the key of ${name}, shown this once: only its hash is kept. To end it: pnpm keys revoke ${id}`,
  ];
}

function assertFound(isFound: boolean, id: string): void {
  if (!isFound) throw new UsageError(`There is no key '${id}'. See them all: pnpm keys`);
}

function renderList(keys: readonly AccessKey[], now: Date): string[] {
  if (keys.length === 0) return ["No key was issued yet. Write: pnpm keys create NAME"];
  const rows = keys.map((key) => [key.id, key.name, toDay(key.createdAt), listTraits(key, now).join(", ")]);
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}

function listTraits({ revokedAt, expiresAt, isWalletEnabled, isUnlimited }: AccessKey, now: Date): string[] {
  const lastDay = expiresAt && toDay(new Date(expiresAt.getTime() - 1));
  const life = revokedAt
    ? `revoked ${toDay(revokedAt)}`
    : expiresAt && lastDay && `${expiresAt <= now ? "expired" : "until"} ${lastDay}`;
  return [life ?? "", isWalletEnabled ? "wallet" : "", isUnlimited ? "unlimited" : ""].filter((trait) => trait !== "");
}

const toDay = (date: Date): string => date.toISOString().slice(0, 10);

if (import.meta.main) {
  await runOperatorCommand(help, () => {
    const options = {
      wallet: { type: "boolean" },
      expires: { type: "string" },
      help: { type: "boolean", short: "h" },
    } as const;
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    if (values.help) return undefined;
    const command = readCommand(positionals, values);
    return (db) => runCommand(db, command);
  });
}
