import { Argument, Command, Option } from "@commander-js/extra-typings";
import type { AccessKey, NewAccessKey, Store } from "@portico/store";
import {
  createAccessKey,
  listAccessKeys,
  revokeAccessKey,
  rotateAccessKey,
  setWalletEnabled,
  updateAccessKey,
} from "@portico/store";
import { assertAccount } from "./accounts.ts";
import { countReader, idReader, readLastDay, readList, nameArgument, readOperations } from "./readArguments.ts";
import { renderTable, toDay } from "./renderTable.ts";
import { jsonOption, printAll, printList, type Shell } from "./shell.ts";
import { UsageError } from "./usageError.ts";

const MAX_RATE = 1_000_000;
const keyId = () => new Argument("<key-id>", "key_…, as listed by keys list").argParser(idReader("key_", "pk_"));
const ofAccount = (text: string) => new Option("--account <id>", text).argParser(idReader("acc_"));

/** `pnpm portico keys`: the access keys of the data API. Running APIs apply a change immediately. */
export function keysCommand(shell: Shell): Command {
  const keys = new Command("keys").description(
    "manage the access keys of the data API; running APIs apply changes immediately",
  );
  keys
    .command("list")
    .description("list ids, names and permissions, without the keys themselves")
    .addOption(ofAccount("only keys of this account"))
    .addOption(jsonOption())
    .action((options) =>
      shell.onStore(async (db) => {
        const found = await listAccessKeys(db, options.account === undefined ? {} : { accountId: options.account });
        printList(shell, options, found, (list) => renderKeys(list, new Date()));
      }),
    );
  addCreate(keys, shell);
  addChanges(keys, shell);
  addProfile(keys, shell);
  return keys;
}

function addCreate(keys: Command, shell: Shell): void {
  keys
    .command("create")
    .description("issue a key and show it, only once")
    .addArgument(nameArgument("name of the key"))
    .addOption(ofAccount("account that is charged for its calls (default: none, calls are not counted)"))
    .option("--wallet", "allow the wallet group (/v1/wallet/…), which is not stable yet")
    .option("--expires <day>", "last day of its validity (UTC), such as 2027-12-31", readLastDay)
    .option("--ip <ranges>", "allow only these IP addresses and subnets, separated by commas", readList)
    .option("--operations <ids>", "allow only these operationIds, separated by commas", readOperations)
    .addOption(
      new Option("--profile <profile>", "form of its answers (default: the server's own)").choices(["seed", "live"]),
    )
    .option("--rate <number>", "requests per second (default: the server's own limit)", countReader(1, MAX_RATE))
    .action((name, options) =>
      shell.onStore(async (db) => {
        if (options.account !== undefined) await assertAccount(db, options.account);
        printAll(
          shell,
          await create(db, {
            name,
            accountId: options.account ?? null,
            isWalletEnabled: options.wallet ?? false,
            expiresAt: options.expires ?? null,
            ipRanges: options.ip ?? null,
            operations: options.operations ?? null,
            ratePerSecond: options.rate ?? null,
            profile: options.profile ?? null,
          }),
        );
      }),
    );
}

async function create(db: Store, key: NewAccessKey): Promise<string[]> {
  const made = await createAccessKey(db, key).catch((error: unknown) => {
    throw error instanceof RangeError ? new UsageError(error.message) : error;
  });
  return [
    made.key,
    "",
    `This is the key of ${key.name}, shown only once: only its hash is stored. To revoke it: pnpm portico keys revoke ${made.id}`,
  ];
}

const DAY_SECONDS = 86_400;

function addChanges(keys: Command, shell: Shell): void {
  keys
    .command("rotate")
    .description("issue a replacement key with the same permissions; the old one remains valid for a grace period")
    .addArgument(keyId())
    .option("--grace <seconds>", "how long the old key remains valid", countReader(0, 365 * DAY_SECONDS), DAY_SECONDS)
    .action((id, { grace }) => shell.onStore(async (db) => printAll(shell, await rotate(db, id, grace))));
  keys
    .command("revoke")
    .description("revoke a key permanently")
    .addArgument(keyId())
    .action((id) =>
      shell.onStore(async (db) => {
        assertFound(await revokeAccessKey(db, id), id);
        shell.print(`${id} is revoked.`);
      }),
    );
  keys
    .command("wallet")
    .description("allow or forbid a key to call the wallet group")
    .addArgument(new Argument("<state>").choices(["on", "off"]))
    .addArgument(keyId())
    .action((state, id) =>
      shell.onStore(async (db) => {
        assertFound(await setWalletEnabled(db, id, state === "on"), id);
        shell.print(`${id} may ${state === "on" ? "" : "no longer "}call the wallet group.`);
      }),
    );
}

function addProfile(keys: Command, shell: Shell): void {
  keys
    .command("profile")
    .description("set the form of a key's answers: seed, live, or default for the server's own")
    .addArgument(new Argument("<profile>").choices(["seed", "live", "default"]))
    .addArgument(keyId())
    .action((profile, id) =>
      shell.onStore(async (db) => {
        assertFound(await updateAccessKey(db, id, { profile: profile === "default" ? null : profile }), id);
        shell.print(`${id} has ${profile === "default" ? "the server's form of answers" : `the profile ${profile}`}.`);
      }),
    );
}

async function rotate(db: Store, id: string, graceSeconds: number): Promise<string[]> {
  const next = await rotateAccessKey(db, id, { graceSeconds, keepsUnlimited: true });
  if (next === undefined) {
    throw new UsageError(`No valid key '${id}' that was not replaced. List all: pnpm portico keys list`);
  }
  return [
    next.key,
    "",
    `This is ${next.id}, shown only once, which replaces ${id}. The old key remains valid for ${graceSeconds} s.`,
  ];
}

function assertFound(isFound: boolean, id: string): void {
  if (!isFound) throw new UsageError(`Unknown key '${id}'. List all: pnpm portico keys list`);
}

function renderKeys(keys: readonly AccessKey[], now: Date): string[] {
  if (keys.length === 0) return ["No keys found. Create one: pnpm portico keys create NAME"];
  return renderTable(keys.map((key) => [key.id, key.name, toDay(key.createdAt), listTraits(key, now).join(", ")]));
}

function listTraits(key: AccessKey, now: Date): string[] {
  return [
    lifeOf(key, now),
    key.accountId === null ? "" : `${key.accountId}${key.isAccountDisabled ? " (disabled)" : ""}`,
    key.isWalletEnabled ? "wallet" : "",
    key.profile ?? "",
    key.isUnlimited ? "unlimited" : "",
    key.ratePerSecond === null ? "" : `${key.ratePerSecond}/s`,
    key.ipRanges === null ? "" : `from ${key.ipRanges.join(" ")}`,
    key.operations === null ? "" : `for ${key.operations.join(" ")}`,
    key.lastUsedAt === null ? "" : `used ${toDay(key.lastUsedAt)}`,
  ].filter((trait) => trait !== "");
}

function lifeOf({ revokedAt, replacedBy, expiresAt }: AccessKey, now: Date): string {
  if (revokedAt) return `revoked ${toDay(revokedAt)}`;
  const replaced = replacedBy === null ? "" : `, replaced by ${replacedBy}`;
  if (!expiresAt) return "";
  return `${expiresAt <= now ? "expired" : "until"} ${toDay(new Date(expiresAt.getTime() - 1))}${replaced}`;
}
