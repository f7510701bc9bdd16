import getPort, { portNumbers } from "get-port";

/**
 * The port on which a part of Portico listens: PORTICO_<NAME>_PORT, else its default, else the next free one.
 * @param reserved - Ports on which other parts will listen, but may not yet.
 * @throws Error if a configured port is invalid or in use: a configured value is never changed silently.
 */
export async function choosePort(
  name: string,
  preferred: number,
  env = process.env,
  reserved: readonly number[] = [],
): Promise<number> {
  const variable = `PORTICO_${name.toUpperCase()}_PORT`;
  const configured = env[variable];
  if (configured === undefined || configured === "") {
    return await getPort({ port: portNumbers(preferred, preferred + 99), exclude: reserved });
  }

  const port = Number(configured);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new Error(`${variable}=${configured} is not a port: must be a whole number from 1 to 65535`);
  }
  if (reserved.includes(port) || (await getPort({ port })) !== port) {
    throw new Error(`${variable}=${port} is in use by another program: free it, or set another port`);
  }
  return port;
}

export const APP_PORTS = {
  api: 4000,
  connect: 4001,
  dashboard: 4002,
  docs: 4003,
  mock: 4004,
  explorer: 4006,
  mcp: 4008,
} as const;
export type AppPorts = Readonly<Record<keyof typeof APP_PORTS, number>>;

/** A port for each app that listens; `log` reports every default that was in use. */
export async function appPorts(log: (line: string) => void): Promise<AppPorts> {
  const ports: Partial<Record<keyof typeof APP_PORTS, number>> = {};
  for (const [name, preferred] of Object.entries(APP_PORTS) as [keyof typeof APP_PORTS, number][]) {
    const port = await choosePort(name, preferred);
    if (port !== preferred && !process.env[`PORTICO_${name.toUpperCase()}_PORT`]) {
      log(`port ${preferred} is in use: ${name} listens on ${port}`);
    }
    ports[name] = port;
  }
  return ports as AppPorts;
}

/** The ports as the environment variables that the apps read. */
export const portEnv = (ports: AppPorts): Record<string, string> =>
  Object.fromEntries(Object.entries(ports).map(([name, port]) => [`PORTICO_${name.toUpperCase()}_PORT`, String(port)]));

export interface AppUrls {
  readonly apiUrl: string;
  /** The public URL of the sign-in service: PORTICO_CONNECT_URL, which may be a reverse proxy's. */
  readonly connectUrl: string;
  /** The public URL of the dashboard: PORTICO_DASHBOARD_URL, likewise. */
  readonly dashboardUrl: string;
  /** The public URL of the explorer: PORTICO_EXPLORER_URL, likewise. */
  readonly explorerUrl: string;
  readonly docsUrl: string;
  readonly mockUrl: string;
  /** The public URL of the MCP server, likewise: PORTICO_MCP_URL. */
  readonly mcpUrl: string;
}

export function appUrls({ api, connect, dashboard, docs, mock, explorer, mcp }: AppPorts, env = process.env): AppUrls {
  const publicUrl = (name: string, port: number): string => {
    const set = env[name]?.replace(/\/+$/, "") ?? "";
    return set === "" ? `http://127.0.0.1:${port}` : set;
  };
  return {
    apiUrl: `http://127.0.0.1:${api}`,
    connectUrl: publicUrl("PORTICO_CONNECT_URL", connect),
    dashboardUrl: publicUrl("PORTICO_DASHBOARD_URL", dashboard),
    explorerUrl: publicUrl("PORTICO_EXPLORER_URL", explorer),
    docsUrl: `http://127.0.0.1:${docs}`,
    mockUrl: `http://127.0.0.1:${mock}`,
    mcpUrl: publicUrl("PORTICO_MCP_URL", mcp),
  };
}
