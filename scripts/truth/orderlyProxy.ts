import { startRpcProxy, type RpcProxy } from "@portico/indexer/testing/rpcProxy";

export interface OrderlyProxy extends RpcProxy {
  /** Does something while nobody is answered. */
  readonly apart: <T>(work: () => Promise<T>) => Promise<T>;
}

/**
 * Stands before an anvil and passes requests on one at a time. While anvil mines a block it answers calls at the block before
 * with the state after it: mine within `apart`, and what is read at a block is true there.
 */
export async function startOrderlyProxy(rpcUrl: string): Promise<OrderlyProxy> {
  let last: Promise<unknown> = Promise.resolve();
  const apart = <T>(work: () => Promise<T>): Promise<T> => {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  };
  const proxy = await startRpcProxy(rpcUrl, (body, ask) => apart(() => ask(body)));
  return { ...proxy, apart };
}
