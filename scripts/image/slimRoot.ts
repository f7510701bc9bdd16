import { execFileSync } from "node:child_process";
import { chmodSync, copyFileSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";

export const CHROOT = "/usr/sbin/chroot";

/** The devices that every container has. */
const DEVICES = ["null", "zero", "random", "urandom"];

/**
 * What Debian's slim image with Node has and the artefacts may need: Node, the C and C++ libraries, the user `node`. No shell.
 * @param hosts - Names of 127.0.0.1.
 */
export function makeRuntimeRoot(root: string, hosts: readonly string[]): void {
  const node = join(root, "usr/local/bin/node");
  for (const folder of ["etc", "proc", "dev", "tmp", "portico", dirname(node).slice(root.length + 1)])
    mkdirSync(join(root, folder), { recursive: true });
  copyFileSync(process.execPath, node);
  chmodSync(node, 0o755);
  const libraries = execFileSync("ldd", [process.execPath], { encoding: "utf8" }).matchAll(/(\/\S+) \(0x/g);
  for (const [, path = ""] of libraries) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    copyFileSync(path, join(root, path));
    chmodSync(join(root, path), 0o755);
  }
  writeFileSync(join(root, "etc/passwd"), "root:x:0:0::/root:/bin/sh\nnode:x:1000:1000::/tmp:/bin/sh\n");
  writeFileSync(join(root, "etc/group"), "root:x:0:\nnode:x:1000:\n");
  writeFileSync(
    join(root, "etc/hosts"),
    ["127.0.0.1 localhost", ...hosts.map((name) => `127.0.0.1 ${name}`)].join("\n"),
  );
  for (const name of DEVICES) writeFileSync(join(root, "dev", name), "");
}

/** Shell: mounts `$built` read-only into a runtime root `$root`, which becomes read-only itself but for its /tmp. */
export const MOUNT_RUNTIME = [
  "mount --bind $root $root",
  "mount --bind $built $root/portico && mount -o remount,bind,ro $root/portico",
  ...DEVICES.map((name) => `mount --bind /dev/${name} $root/dev/${name}`),
  "mount -t proc proc $root/proc && mount -t tmpfs tmpfs $root/tmp",
  "mount -o remount,bind,ro $root",
].join(" && ");

/**
 * The root of the build stage: the system of this machine, of which only Node and the commands of Debian's essential packages
 * are on the PATH, and an empty home.
 * @returns The PATH.
 */
export function makeBuildRoot(root: string): string {
  const commands = join(root, "opt/essential");
  for (const folder of ["proc", "dev", "tmp", "root", "build", "portico", "opt/node", "opt/essential", ...SYSTEM])
    mkdirSync(join(root, folder), { recursive: true });
  copyFileSync(process.execPath, join(root, "opt/node/node"));
  for (const name of ["npm", "npx"]) symlinkSync(findCommand(name), join(root, "opt/node", name));
  for (const path of listEssentialCommands()) {
    const link = join(commands, basename(path));
    if (!existsSync(link)) symlinkSync(path, link);
  }
  return "/opt/node:/opt/essential";
}

const SYSTEM = ["usr", "bin", "sbin", "lib", "lib64", "etc"];

/** Shell: mounts the system of this machine, read-only, into a build root `$root`. */
export const MOUNT_BUILD = [
  ...SYSTEM.map((name) => `mount --rbind /${name} $root/${name} && mount -o remount,bind,ro $root/${name}`),
  "mount --rbind /dev $root/dev && mount -t proc proc $root/proc",
].join(" && ");

const findCommand = (name: string): string =>
  execFileSync("sh", ["-c", `readlink -f "$(command -v ${name})"`], { encoding: "utf8" }).trim();

function listEssentialCommands(): string[] {
  const packages = execFileSync("dpkg-query", ["-W", "-f", "${Essential} ${Package}\n"], { encoding: "utf8" });
  const essential = Array.from(packages.matchAll(/^yes (\S+)$/gm), ([, name = ""]) => name);
  const files = execFileSync("dpkg", ["-L", ...essential, "dash"], { encoding: "utf8" }).split("\n");
  return files.filter((path) => /^(\/usr)?\/s?bin\/./.test(path));
}
