import { spawn } from "node:child_process";
import { closeSync, constants, openSync } from "node:fs";
import { hasCode } from "../database/errorCode.ts";
import type { Account } from "./account.ts";
import { SERVER_ENV } from "./cluster.ts";
import type { Cluster } from "./cluster.ts";

/**
 * The server lives as long as a process holds it. A holder has the pipe `holders` open for writing, which the kernel
 * closes when the process ends, however it ends; the keeper, a shell, reads the pipe, and at its end (the last holder
 * is gone) requests a fast shutdown of the server. It ignores signals that a terminal sends to its group.
 */
const KEEPER = `
trap "" INT TERM HUP
cat >/dev/null
pid=$(head -n 1 "$1/postmaster.pid") || exit
if [ -d /proc/self ]; then command=$(tr "\\0" " " <"/proc/$pid/cmdline"); else command=$(ps -ww -p "$pid" -o command=); fi
case $command in *"$1"*) kill -INT "$pid" ;; esac
`;

/**
 * Adds a holder to a running server.
 * @returns the function that releases it.
 */
export function hold({ holders, pgdata, account }: Cluster): () => void {
  const joined = join(holders) ?? startKeeper(holders, pgdata, account);
  let isHeld = true;
  return () => {
    if (isHeld) closeSync(joined);
    isHeld = false;
  };
}

/** Whether a keeper reads the pipe, that is, whether the server will be stopped. */
export function hasKeeper(holders: string): boolean {
  const joined = join(holders);
  if (joined === undefined) return false;
  closeSync(joined);
  return true;
}

/** Opening without a reader fails with ENXIO instead of waiting for one. */
function join(holders: string): number | undefined {
  try {
    return openSync(holders, constants.O_WRONLY | constants.O_NONBLOCK);
  } catch (error) {
    if (hasCode(error, "ENXIO")) return undefined;
    throw error;
  }
}

/** Opening for reading and writing never blocks; then neither do the other two opens. */
function startKeeper(holders: string, pgdata: string, account: Account): number {
  const both = openSync(holders, constants.O_RDWR);
  const reader = openSync(holders, constants.O_RDONLY);
  const writer = openSync(holders, constants.O_WRONLY);
  closeSync(both);
  const keeper = spawn("/bin/sh", ["-c", KEEPER, "portico-keeper", pgdata], {
    ...account,
    cwd: "/",
    env: SERVER_ENV,
    detached: true,
    stdio: [reader, "ignore", "ignore"],
  });
  keeper.on("error", () => undefined); // without a keeper the server outlives this process, and the next start takes it over
  keeper.unref();
  closeSync(reader);
  return writer;
}
