import { type EndpointProfiles, LIMIT_LIFETIME_MS } from "@portico/evm";
import { createEndpointProfiles } from "@portico/store";
import type { Shell } from "./shell.ts";

/**
 * Runs with the stored limits of RPC URLs, and writes what is learned; without them if there is no store.
 * @throws what the work throws.
 */
export async function withProfiles<T>(
  { onStore }: Shell,
  work: (profiles?: EndpointProfiles) => Promise<T>,
): Promise<T> {
  let isOpen = false;
  try {
    return await onStore(async (db) => {
      isOpen = true;
      const store = createEndpointProfiles(db, { lifetimeMs: LIMIT_LIFETIME_MS });
      const writes: Promise<void>[] = [];
      const note = (write: Promise<void>): Promise<void> => {
        writes.push(write);
        return write;
      };
      const result = await work({
        read: (endpoint) => store.read(endpoint),
        add: (endpoint, limit) => note(store.add(endpoint, limit)),
        addVersion: (endpoint, version) => note(store.addVersion(endpoint, version)),
      });
      await Promise.allSettled(writes);
      return result;
    });
  } catch (error) {
    if (isOpen) throw error;
    return await work();
  }
}
