import { choosePort } from "./ports.ts";

export const DEMO_PORT = 4005;

export interface DemoPortOptions {
  readonly env?: NodeJS.ProcessEnv;
  /** Ports on which other parts will listen, but may not yet. */
  readonly reserved?: readonly number[];
}

/**
 * The port of the example application, the target of sign-ins to the demo: PORTICO_DEMO_PORT, else 4005, else the next
 * free one. A port on which that application already listens, signing in as `clientId`, counts as its own.
 * @throws Error if the configured one is not a port, or another program uses it.
 */
export async function chooseDemoPort(
  clientId: string | undefined,
  report: (line: string) => void,
  { env = process.env, reserved = [] }: DemoPortOptions = {},
): Promise<number> {
  const { PORTICO_DEMO_PORT: set = "" } = env;
  const wanted = set === "" ? DEMO_PORT : Number(set);
  if (clientId !== undefined && (await findClientId(wanted)) === clientId) return wanted;
  const port = await choosePort("demo", DEMO_PORT, env, reserved);
  if (port !== wanted) report(`port ${wanted} is in use: the demo application uses ${port}`);
  return port;
}

/** The client id with which an application on this port signs users in. */
async function findClientId(port: number): Promise<string | null | undefined> {
  try {
    const signal = AbortSignal.timeout(1_000);
    const { headers } = await fetch(`http://127.0.0.1:${port}/signin`, { redirect: "manual", signal });
    return URL.parse(headers.get("location") ?? "")?.searchParams.get("client_id");
  } catch {
    return undefined;
  }
}
