import { existsSync, readFileSync } from "node:fs";
import getPort from "get-port";
import { APP_PORTS } from "../../ports.ts";
import type { Shell } from "../shell.ts";
import { broken, type Finding, ok, warn } from "./finding.ts";
import { findListener } from "./findListener.ts";

/** Whether the ports that Portico would listen on are free, and which process uses those that are not. */
export async function checkPorts({ env, runFile }: Shell): Promise<Finding[]> {
  const ours = readOurPorts(runFile);
  const findings: Finding[] = [];
  for (const [name, preferred] of Object.entries(APP_PORTS)) {
    const variable = `PORTICO_${name.toUpperCase()}_PORT`;
    const configured = env[variable] ?? "";
    findings.push(
      await checkPort({ name, variable, configured, port: configured === "" ? preferred : Number(configured), ours }),
    );
  }
  return findings;
}

interface PortCheck {
  readonly name: string;
  readonly variable: string;
  /** The environment variable's value; "" for the default. */
  readonly configured: string;
  readonly port: number;
  readonly ours: ReadonlySet<number>;
}

async function checkPort({ name, variable, configured, port, ours }: PortCheck): Promise<Finding> {
  const what = `port ${name}`;
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    return broken(what, `${variable}=${configured} is not a port`, "must be a whole number from 1 to 65535");
  }
  if (ours.has(port)) return ok(what, `${port} is used by the running Portico`);
  if ((await getPort({ port })) === port) return ok(what, `${port} is free`);
  const text = `${port} is used by ${(await findListener(port)) ?? "another program"}`;
  const advice = `stop it, or set ${variable} to another port`;
  return configured === ""
    ? warn(what, text, `${advice}; otherwise the next free port is used`)
    : broken(what, text, advice);
}

function readOurPorts(runFile: string): Set<number> {
  if (!existsSync(runFile)) return new Set();
  const run = JSON.parse(readFileSync(runFile, "utf8")) as Record<string, unknown>;
  const urls = Object.entries(run).flatMap(([name, url]) => (/^[a-z]+Url$/.test(name) ? [URL.parse(String(url))] : []));
  return new Set(urls.flatMap((url) => (url === null || url.port === "" ? [] : [Number(url.port)])));
}
