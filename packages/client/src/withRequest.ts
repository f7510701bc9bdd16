import type { PorticoClient } from "./porticoClient.ts";

/** A call in any form; `path` is the contract's, with the names of its parameters. */
type Send = (method: string, path: string, init?: never) => Promise<unknown>;

/** The same client, with another `request` behind all of its methods. */
export function withRequest(client: PorticoClient, request: Send): PorticoClient {
  const own: Record<string, unknown> = { ...client, request };
  for (const name in own) if (/[A-Z]/.test(name)) own[name] = request.bind(undefined, name.toLowerCase());
  return own as unknown as PorticoClient;
}
