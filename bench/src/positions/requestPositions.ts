import type { Server } from "../startServer.ts";

export interface Answer {
  readonly ms: number;
  readonly protocols: number;
  readonly positions: number;
}

interface UserProtocol {
  readonly portfolio_item_list: readonly unknown[];
}

/** Requests the positions of an owner on Ethereum. @throws Error if any of them is missing. */
export async function requestPositions({ url }: Server, accessKey: string, owner: string): Promise<Answer> {
  const began = performance.now();
  const response = await fetch(`${url}/v1/user/complex_protocol_list?chain_id=eth&id=${owner}`, {
    headers: { AccessKey: accessKey },
  });
  const text = await response.text();
  const ms = performance.now() - began;
  if (response.status !== 200) throw new Error(text);
  const missing = /missing="[^"]*"/.exec(response.headers.get("portico-chains") ?? "");
  if (missing !== null) throw new Error(`${owner}: ${missing[0]}`);
  const protocols = JSON.parse(text) as readonly UserProtocol[];
  const positions = protocols.reduce((sum, { portfolio_item_list: items }) => sum + items.length, 0);
  return { ms, protocols: protocols.length, positions };
}
