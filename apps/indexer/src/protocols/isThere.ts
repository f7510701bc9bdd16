import { readHasCode } from "@portico/evm";
import type { Rpc } from "@portico/evm";
import type { Deployed } from "@portico/protocols";

const LOOKED_FOR = 10;

/**
 * Whether any of a protocol's contracts is deployed on the chain: a development chain has few of them, which is not a
 * failure.
 */
export async function isThere(rpc: Rpc, { addresses }: Deployed, blockNumber: bigint): Promise<boolean> {
  if (addresses.size === 0) return true;
  const some = [...addresses].slice(0, LOOKED_FOR);
  return (await readHasCode(rpc, some, { blockNumber })).includes(true);
}
