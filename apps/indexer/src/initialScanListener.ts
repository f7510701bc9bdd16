import { listen, INITIAL_SCAN_CHANNEL, type ListenOptions } from "@portico/store";

/** Receives notifications of chains with requests for new addresses. */
export interface InitialScanListener {
  /**
   * Resolves at the next notification for a chain; at once if one arrived since the last call. Only the last promise of
   * a chain is ever resolved.
   */
  woken(this: void, chain: string): Promise<void>;
  stop(this: void): Promise<void>;
}

/**
 * @param options.notifyUrl - How the data API reaches the database.
 * @param options.onError - Called when the connection is lost; it is restored automatically, and then every chain is
 * woken.
 * @throws if the first connection fails.
 */
export async function listenForInitialScans(
  databaseUrl: string,
  { notifyUrl = databaseUrl, onReceiving, onError }: Pick<ListenOptions, "notifyUrl" | "onError" | "onReceiving">,
): Promise<InitialScanListener> {
  const notified = new Set<string>();
  const known = new Set<string>();
  const waiting = new Map<string, () => void>();
  const notify = (chain: string) => {
    const wake = waiting.get(chain);
    waiting.delete(chain);
    if (wake === undefined) notified.add(chain);
    else wake();
  };
  const notifyAll = () => {
    for (const chain of known) notify(chain);
  };
  const channels = {
    [INITIAL_SCAN_CHANNEL]: (chain: string | undefined) => (chain === undefined ? notifyAll() : notify(chain)),
  };
  const stop = await listen(databaseUrl, {
    notifyUrl,
    channels,
    ...(onReceiving && { onReceiving }),
    ...(onError && { onError }),
  });
  const woken = async (chain: string): Promise<void> => {
    known.add(chain);
    if (notified.delete(chain)) return;
    await new Promise<void>((resolve) => waiting.set(chain, resolve));
  };
  return { woken, stop };
}
