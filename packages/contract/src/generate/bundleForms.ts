import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";

export interface Forms {
  /** One file, shared things under components. */
  readonly bundled: string;
  /** As bundled, but tuples are rewritten for Prism, which knows no prefixItems. */
  readonly mock: string;
}

const REDOCLY = path.resolve(import.meta.dirname, "../../../../node_modules/@redocly/cli/bin/cli.js");

/** Runs Redocly for both forms, side by side. Rejects with what Redocly said. */
export async function bundleForms({ config, scratch }: { config: string; scratch: string }): Promise<Forms> {
  const bundle = async (api: "main" | "mock"): Promise<string> => {
    const output = path.join(scratch, `${api}.json`);
    await redocly(["bundle", api, "--config", config, "--ext", "json", "--output", output], path.dirname(config));
    return await readFile(output, "utf8");
  };
  const [bundled, mock] = await Promise.all([bundle("main"), bundle("mock")]);
  return { bundled, mock };
}

const run = promisify(execFile);

async function redocly(args: readonly string[], cwd: string): Promise<void> {
  try {
    await run(process.execPath, [REDOCLY, ...args], {
      cwd,
      env: { ...process.env, REDOCLY_TELEMETRY: "off", NO_COLOR: "1" },
    });
  } catch (error) {
    const said = (error as { stderr?: string }).stderr?.trim();
    throw new Error(`redocly ${args.join(" ")}\n${said ?? ""}`, { cause: error });
  }
}
