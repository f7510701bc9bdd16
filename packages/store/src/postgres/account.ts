import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);

/** The user that the server runs as: `{}` is the current one. */
export type Account = { uid: number; gid: number } | Record<string, never>;

/** PostgreSQL refuses to run as root, so root uses one of these existing users, and creates none. */
const SERVICE_USERS = ["postgres", "nobody", "daemon"];

/** The account for the server: the current user, or for root the first service user that exists. */
export async function getAccount(): Promise<Account> {
  if (process.getuid?.() !== 0) return {};
  for (const user of SERVICE_USERS) {
    const account = await findUser(user);
    if (account) return account;
  }
  throw new Error(
    `PostgreSQL can't run as root, and none of the users ${SERVICE_USERS.join(", ")} exists. ` +
      "Start as another user, or set DATABASE_URL to a server of your own.",
  );
}

async function findUser(user: string): Promise<Account | undefined> {
  try {
    const [uid, gid] = await Promise.all([run("id", ["-u", user]), run("id", ["-g", user])]);
    return { uid: toId(uid.stdout), gid: toId(gid.stdout) };
  } catch {
    return undefined;
  }
}

/** macOS prints the id -2 of nobody as 4294967294; spawn expects an int32. */
const toId = (text: string): number => Number(text) | 0;

/**
 * Whether the account can enter a folder, or run a file, at this path. Checked by the system, so ACLs and mounts count.
 */
export async function canEnter(account: Account, path: string): Promise<boolean> {
  try {
    await run("/bin/sh", ["-c", 'test -x "$1"', "sh", path], { ...account, cwd: "/" });
    return true;
  } catch {
    return false;
  }
}
