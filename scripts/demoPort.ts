import { choosePort } from "./ports.ts";

export const DEMO_PORT = 4005;

export interface DemoPortOptions {
  readonly env?: NodeJS.ProcessEnv;
  /** Ports that other parts are to listen on, and may not yet. */
  readonly reserved?: readonly number[];
}

/**
 * The port of the example application, to which sign-ins to the demo lead: PORTICO_DEMO_PORT, else 4005, else the next free one. A port
 * where that application listens already, signing in as `clientId`, is its own.
 * @throws Error when the one that was set is not a port, or another program has it.
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
  if (port !== wanted) report(`port ${wanted} is taken: the demo application gets ${port}`);
  return port;
}

/** As whom an application there sends people to sign in. */
async function findClientId(port: number): Promise<string | null | undefined> {
  try {
    const signal = AbortSignal.timeout(1_000);
    const { headers } = await fetch(`http://127.0.0.1:${port}/signin`, { redirect: "manual", signal });
    return URL.parse(headers.get("location") ?? "")?.searchParams.get("client_id");
  } catch {
    return undefined;
  }
}
