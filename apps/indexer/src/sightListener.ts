import { listen, SIGHT_CHANNEL, type ListenOptions } from "@portico/store";

/** Receives notifications of chains with requests for new addresses. */
export interface SightListener {
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
export async function listenForSights(
  databaseUrl: string,
  { notifyUrl = databaseUrl, onReceiving, onError }: Pick<ListenOptions, "notifyUrl" | "onError" | "onReceiving">,
): Promise<SightListener> {
  const heard = new Set<string>();
  const waiting = new Map<string, () => void>();
  const hear = (chain: string) => {
    const wake = waiting.get(chain);
    waiting.delete(chain);
    if (wake === undefined) heard.add(chain);
    else wake();
  };
  const hearAny = () => {
    for (const chain of waiting.keys()) hear(chain);
  };
  const channels = { [SIGHT_CHANNEL]: (chain: string | undefined) => (chain === undefined ? hearAny() : hear(chain)) };
  const stop = await listen(databaseUrl, {
    notifyUrl,
    channels,
    ...(onReceiving && { onReceiving }),
    ...(onError && { onError }),
  });
  const woken = async (chain: string): Promise<void> => {
    if (heard.delete(chain)) return;
    await new Promise<void>((resolve) => waiting.set(chain, resolve));
  };
  return { woken, stop };
}
