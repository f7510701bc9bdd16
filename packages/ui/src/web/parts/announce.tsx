import { useSyncExternalStore } from "react";

const SHOWN_MS = 4000;
let text = "";
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

/** Says the result of an action, on the screen for a while and to who listens. */
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

/** Where announcements show; the page has one. */
export const Announcements = () => (
  <p className="toast" role="status">
    {useSyncExternalStore(subscribe, () => text)}
  </p>
);
