import { watch } from "node:fs";

/** Debounce: saving triggers several events. */
const PAUSE_MS = 100;

const isText = (name: string): boolean => name.endsWith(".md") || name === "openapi.json";

/**
 * Runs `work` whenever a Markdown file or the contract in one of the folders changes, one run at a time; a failure is
 * reported and watching continues.
 */
export function watchTexts(
  folders: readonly string[],
  work: () => Promise<void>,
  onError: (error: unknown) => void = console.error,
): { readonly close: () => void } {
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  const run = () => {
    running = running.then(work).catch(onError);
  };
  const watchers = folders.map((folder) =>
    watch(folder, (_event, name) => {
      if (name === null || !isText(name)) return;
      clearTimeout(timer);
      timer = setTimeout(run, PAUSE_MS);
    }),
  );
  return {
    close: () => {
      clearTimeout(timer);
      for (const watcher of watchers) watcher.close();
    },
  };
}
