import { existsSync } from "node:fs";
import { readdir, readFile, readlink } from "node:fs/promises";

const LISTENING = "0A";

/**
 * The process that listens on a local TCP port, such as `node (process 4711)`; Linux only, and only our own user's
 * processes. @returns undefined if it can't be determined.
 */
export async function findListener(port: number): Promise<string | undefined> {
  if (!existsSync("/proc/net/tcp")) return undefined;
  const sockets = new Set([
    ...(await listSockets("/proc/net/tcp", port)),
    ...(await listSockets("/proc/net/tcp6", port)),
  ]);
  for (const pid of (await readdir("/proc")).filter((name) => /^\d+$/.test(name))) {
    if (!(await hasSocket(pid, sockets))) continue;
    const name = await readFile(`/proc/${pid}/comm`, "utf8").catch(() => "a program");
    return `${name.trim()} (process ${pid})`;
  }
  return undefined;
}

/** The inodes of the sockets that listen on the port. @see proc_pid_net(5) */
async function listSockets(table: string, port: number): Promise<string[]> {
  const text = await readFile(table, "utf8").catch(() => "");
  const hex = port.toString(16).toUpperCase().padStart(4, "0");
  return text.split("\n").flatMap((line) => {
    const [, local = "", , state, , , , , , inode = ""] = line.trim().split(/\s+/);
    return state === LISTENING && local.endsWith(`:${hex}`) ? [`socket:[${inode}]`] : [];
  });
}

async function hasSocket(pid: string, sockets: ReadonlySet<string>): Promise<boolean> {
  const folder = `/proc/${pid}/fd`;
  const files = await readdir(folder).catch(() => []); // another user's process, or one that has exited
  const links = await Promise.all(files.map((file) => readlink(`${folder}/${file}`).catch(() => "")));
  return links.some((link) => sockets.has(link));
}
