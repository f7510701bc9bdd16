import { useSyncExternalStore } from "react";

const SHOWN_MS = 4000;
let text = "";
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

/** Shows the result of an action for a while, and announces it to screen readers. */
export function announce(message: string): void {
  clearTimeout(timer);
  set(message);
  timer = setTimeout(() => set(""), SHOWN_MS);
}

function set(message: string): void {
  text = message;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Container of the announcements; one per page. */
export const Announcements = () => (
  <p className="toast" role="status">
    {useSyncExternalStore(subscribe, () => text)}
  </p>
);
