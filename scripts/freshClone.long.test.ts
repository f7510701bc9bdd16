/** What a fresh clone runs after `pnpm install`, with nothing generated or built by hand. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { globSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Checkout, checkOut } from "./checkout.ts";
import { signalGroup } from "./testing/startPortico.ts";

const root = join(import.meta.dirname, "..");
const scratch = mkdtempSync(join(tmpdir(), "portico-clone-"));
let clone: Checkout;
beforeAll(() => {
  clone = checkOut(join(scratch, "project"));
}, 600_000);
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

interface Started {
  readonly child: ChildProcess;
  readonly output: () => string;
  /** Resolves with the exit code when all output is read. */
  readonly closed: Promise<number | null>;
}

/** A command in a process group of its own, at any free ports and without a database. */
function start(command: string, args: readonly string[]): Started {
  const ports = ["API", "CONNECT", "DASHBOARD", "DOCS", "EXPLORER", "MOCK"].map((name) => [
    `PORTICO_${name}_PORT`,
    "0",
  ]);
  const { DATABASE_URL: _url, ...env } = clone.env;
  const child = spawn(command, args, {
    cwd: clone.folder,
    env: { ...env, TMPDIR: scratch, ...Object.fromEntries(ports) },
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
  return { child, output: () => output, closed: once(child, "close").then(([code]) => code as number | null) };
}

/** Ends it once its output matches, or waits for its own end. */
async function runUntil(
  { child, output, closed }: Started,
  isFar: RegExp,
): Promise<{ code: number | null; text: string }> {
  const endIfFar = () => isFar.test(output()) && signalGroup(child, "SIGINT");
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", endIfFar);
  return { code: await closed, text: output() };
}

const LISTENING = /"listening"|^\w+: http:/m;
const STACK = /^\s+at .+:\d+:\d+\)?$/m;

describe.each(globSync("apps/*/src/main.ts", { cwd: root }).map((path) => path.split("/")[1] ?? ""))(
  "apps/%s",
  (name) => {
    const file = join("apps", name, "src/main.ts");

    test("shows its help", async () => {
      const { closed, output } = start("node", [file, "--help"]);
      expect({ code: await closed, text: output() }).toMatchObject({
        code: 0,
        text: expect.stringContaining("PORTICO_"),
      });
    });

    test("listens, or reports the missing setting in one line", async () => {
      const { code, text } = await runUntil(start("node", [file]), LISTENING);
      expect(text).not.toMatch(STACK);
      const isMissingSetting = code === 1 && /^.*[A-Z]+_[A-Z]+.*\n$/.test(text);
      expect(LISTENING.test(text) || isMissingSetting ? "" : text).toBe("");
    });
  },
);

test("pnpm portico shows its help", async () => {
  const { closed, output } = start("pnpm", ["portico", "--help"]);
  expect({ code: await closed, text: output() }).toMatchObject({ code: 0, text: expect.stringContaining("doctor") });
});

const help = execFileSync("node", [join(root, "bench/src/main.ts"), "--help"], { encoding: "utf8" });
const areas = [...new Set(Array.from(help.matchAll(/^ {2}(\w+)\//gm), ([, area]) => area ?? ""))];

/** Measuring an area to its end takes minutes; its first figure shows that all that it needs was there. */
const FIRST_FIGURE = /(round|group) 1 of|per second of|in two blocks|^name +ours/m;

test.each(areas)("pnpm bench %s measures", async (area) => {
  const { text } = await runUntil(start("pnpm", ["bench", area]), FIRST_FIGURE);
  expect(text).toMatch(FIRST_FIGURE);
});
