import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import path from "node:path";

export interface TestProcess {
  readonly child: ChildProcess;
  /** Its output so far. */
  readonly output: () => string;
  /** Resolves when it has printed this text. @throws Error with the output if it exits first. */
  readonly until: (text: string) => Promise<void>;
  /** The URL that it logged when listening. */
  readonly url: () => Promise<string>;
  /** Resolves with its exit code or the signal that ended it, after all output was read. */
  readonly end: Promise<number | NodeJS.Signals>;
}

/** Node's compile cache, as `start` uses it: a process starts in two thirds of the time. */
const COMPILE_CACHE = path.join(import.meta.dirname, "../../../../node_modules/.cache/node-compile");

/** Runs the main of a service with only these settings, optionally in another folder. */
export function startProcess(
  main: string,
  args: readonly string[],
  env: Record<string, string>,
  cwd?: string,
): TestProcess {
  const child = spawn(process.execPath, [main, ...args], {
    cwd,
    env: { PATH: process.env["PATH"] ?? "", NODE_COMPILE_CACHE: COMPILE_CACHE, ...env },
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (text += chunk.toString()));
  let hasEnded = false;
  const end = once(child, "close").then(([code, signal]) => {
    hasEnded = true;
    return (code ?? signal) as number | NodeJS.Signals;
  });
  const until = async (wanted: string) => {
    while (!text.includes(wanted)) {
      if (hasEnded) throw new Error(`It ended without '${wanted}':\n${text}`);
      await Promise.race([once(child.stdout, "data"), once(child.stderr, "data"), end]);
    }
  };
  const url = async () => {
    await until('"listening"');
    return /"url":"([^"]+)"/.exec(text)?.[1] ?? "";
  };
  return { child, output: () => text, until, url, end };
}
