import type { Rpc } from "@portico/evm";
import type { Deployed } from "@portico/protocols";

const LOOKED_FOR = 10;

/** Whether any of a protocol's contracts stands on the chain: a development chain has few of them, and that is no failure. */
export async function isThere(rpc: Rpc, { addresses }: Deployed, blockNumber: bigint): Promise<boolean> {
  if (addresses.size === 0) return true;
  const some = [...addresses].slice(0, LOOKED_FOR);
  const codes = await Promise.all(some.map((address) => rpc.getCode({ address, blockNumber })));
  return codes.some((code) => code !== undefined && code !== "0x");
}
