/** The steps of deploy/README.md with systemd, in a container whose first process it is: where Docker runs. */
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { startBareChain, type BareChain } from "@portico/devnet";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { forward, hasImage } from "./docker.ts";
import { expectIndexed } from "./expectIndexed.ts";
import { readCommands } from "./readCommands.ts";
import { readStages, type Stage } from "./readStages.ts";

const run = promisify(execFile);
const checkout = join(import.meta.dirname, "../..");
const root = mkdtempSync(join(tmpdir(), "portico-systemd-"));
const machine = `portico-systemd-${process.pid}`;

/** The base of our image, which has the Node that artefacts are built for. */
const [{ base }] = readStages(readFileSync(join(checkout, "deploy/Dockerfile"), "utf8")) as [Stage];
const isMissing = !hasImage(base);
if (isMissing) console.warn(`NOT TESTED: systemd's services, because there is no Docker with ${base}`);

const DOCKERFILE = `
FROM ${base}
RUN apt-get update && apt-get install -y --no-install-recommends systemd postgresql
WORKDIR /checkout
STOPSIGNAL SIGRTMIN+3
CMD ["/lib/systemd/systemd"]
`;
/** What systemd needs as the first process of a container. */
const FIRST =
  "--cap-add SYS_ADMIN --security-opt seccomp=unconfined --security-opt apparmor=unconfined --env container=docker " +
  "--tmpfs /run --tmpfs /run/lock --volume /sys/fs/cgroup:/sys/fs/cgroup:rw";

const LIMIT_MS = 900_000;
const WAIT = { timeout: 120_000, interval: 500 };

const docker = async (...args: string[]): Promise<string> => (await run("docker", args)).stdout.trim();
const shell = (script: string): Promise<string> => docker("exec", machine, "sh", "-ec", script);

const target = readFileSync(join(checkout, "deploy/systemd/portico.target"), "utf8");
const SERVICES = [...target.matchAll(/portico@\w+\.service/g)].map(([name]) => name);

let chain: BareChain;

beforeAll(async () => {
  if (isMissing) return;
  chain = await startBareChain(1);
  writeFileSync(join(root, "Dockerfile"), DOCKERFILE);
  await docker("build", "--network", "host", "--tag", machine, root);
  await docker("run", "--detach", "--name", machine, ...FIRST.split(" "), machine);
}, LIMIT_MS);
afterAll(async () => {
  rmSync(root, { recursive: true, force: true });
  await chain?.stop();
  if (isMissing) return;
  await docker("rm", "--force", machine);
  await docker("rmi", machine);
}, 120_000);

async function follow(): Promise<void> {
  const rpcUrl = await forward(new URL(chain.rpcUrl));
  for (const line of readCommands("With systemd")) {
    if (line.startsWith("pnpm portico build")) await build();
    else await shell(line);
    if (line.startsWith("install -m 640"))
      await shell(`sed -i 's#^PORTICO_RPC_ETH=$#PORTICO_RPC_ETH=${rpcUrl}#' /etc/portico/portico.env`);
  }
}

/** On this machine, as the README says; and the files that are copied from the checkout. */
async function build(): Promise<void> {
  const built = join(root, "built");
  mkdirSync(built);
  await run(process.execPath, [join(checkout, "scripts/portico/main.ts"), "build", "--out", built]);
  await shell("mkdir --parents deploy /opt/portico");
  await docker("cp", `${built}/.`, `${machine}:/opt/portico`);
  await docker("cp", join(checkout, "deploy/systemd"), `${machine}:/checkout/deploy/systemd`);
}

/** A property of each service. */
const show = async (property: string): Promise<string[]> =>
  (await shell(`systemctl show --value --property ${property} ${SERVICES.join(" ")}`)).split(/\n+/);

const all = (value: string): string[] => SERVICES.map(() => value);

const expectAnswers = (): Promise<void> =>
  vi.waitFor(async () => {
    expect(await show("ActiveState")).toEqual(all("active"));
    const script = `Promise.all([4000, 4001, 4002, 4006, 4008].map((port) =>
      fetch("http://127.0.0.1:" + port + "/readyz").then((response) => response.status)
    )).then((statuses) => console.log(statuses.join()))`;
    expect(await docker("exec", machine, "node", "-e", script)).toBe("200,200,200,200,200");
  }, WAIT);

const STATUS = "node --env-file=/etc/portico/portico.env /opt/portico/portico/main.js status";
const expectFollowed = (): Promise<void> => expectIndexed(chain, () => shell(STATUS), WAIT);

test.skipIf(isMissing)(
  "all services run as an account without rights, are restarted, start at boot, and stop",
  { timeout: LIMIT_MS },
  async () => {
    await vi.waitFor(() => shell("systemctl is-active postgresql"), WAIT);
    const sql = ["CREATE USER portico PASSWORD 'password'", "CREATE DATABASE portico OWNER portico"];
    for (const text of sql) await docker("exec", "--user", "postgres", machine, "psql", "--command", text);
    await follow();
    await expectAnswers();
    await expectFollowed();
    for (const pid of await show("MainPID")) expect(await shell(`stat --format %U /proc/${pid}`)).toBe("portico");
    expect(await shell("stat --format '%A %U %G' /etc/portico/secrets.env")).toBe("-rw-r----- root portico");

    await shell(`systemctl kill --signal KILL ${SERVICES.join(" ")}`);
    await vi.waitFor(async () => expect(await show("NRestarts")).toEqual(all("1")), WAIT);
    await expectAnswers();
    await shell("systemctl restart postgresql");
    await expectAnswers();
    await expectFollowed();
    expect(await show("NRestarts")).toEqual(all("1"));

    await docker("restart", machine);
    await vi.waitFor(() => shell("systemctl is-active postgresql portico.target"), WAIT);
    await expectAnswers();
    await expectFollowed();

    await shell("systemctl stop portico.target");
    await vi.waitFor(async () => expect(await show("ActiveState")).toEqual(all("inactive")), WAIT);
    expect(await show("Result")).toEqual(all("success")); // by SIGTERM, in time
  },
);
