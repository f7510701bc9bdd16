import { useSyncExternalStore } from "react";
import { queryClient } from "../api/explorerApi.ts";

/** What the service worker tells of answers. */
type WorkerMessage = { readonly kind: "old answer"; readonly seenAt: number } | { readonly kind: "new answer" };

interface Connection {
  readonly isOffline: boolean;
  /** Unix seconds: when the oldest of what is shown was read, while the network doesn't answer; otherwise undefined. */
  readonly seenAt: number | undefined;
}

let connection: Connection = { isOffline: !navigator.onLine, seenAt: undefined };
const listeners = new Set<() => void>();

function set(change: Partial<Connection>): void {
  connection = { ...connection, ...change };
  for (const listener of listeners) listener();
}

/** How many old answers there were. */
let oldAnswers = 0;

/** Reads everything again; old figures count as such until then. */
async function renew(): Promise<void> {
  const before = oldAnswers;
  await queryClient.invalidateQueries();
  if (oldAnswers === before) set({ seenAt: undefined });
}

/** Watches the connection, and registers the service worker where there may be one (https, or this computer). */
export function watchConnection(): void {
  addEventListener("offline", () => set({ isOffline: true }));
  addEventListener("online", () => {
    set({ isOffline: false });
    if (connection.seenAt !== undefined) void renew();
  });
  if (!("serviceWorker" in navigator)) return;
  navigator.serviceWorker.addEventListener("message", ({ data }: MessageEvent<WorkerMessage>) => {
    if (data.kind === "old answer") {
      oldAnswers += 1;
      set({ seenAt: Math.min(connection.seenAt ?? Infinity, data.seenAt) });
    } else void renew();
  });
  navigator.serviceWorker.startMessages();
  // without it, the explorer works as it would in a browser that has none
  void navigator.serviceWorker.register("/worker.js").catch(() => undefined);
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useConnection = (): Connection => useSyncExternalStore(subscribe, () => connection);

/** Deletes the answers that the service worker stored. */
export const deleteStoredAnswers = async (): Promise<void> => {
  if ("caches" in window) await caches.delete("portico-answers");
};
