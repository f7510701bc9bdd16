import { startRpcProxy, type RpcProxy } from "@portico/indexer/testing/rpcProxy";

export interface OrderlyProxy extends RpcProxy {
  /** Runs `work` while no request is forwarded. */
  readonly apart: <T>(work: () => Promise<T>) => Promise<T>;
}

/**
 * A proxy of an anvil that forwards requests one at a time. While anvil mines a block, it responds to calls at the
 * previous block with the state after it: mine within `apart`, and reads at a block are correct.
 */
export async function startOrderlyProxy(rpcUrl: string): Promise<OrderlyProxy> {
  let last: Promise<unknown> = Promise.resolve();
  const apart = <T>(work: () => Promise<T>): Promise<T> => {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  };
  const proxy = await startRpcProxy(rpcUrl, (body, forward) => apart(() => forward(body)));
  return { ...proxy, apart };
}
