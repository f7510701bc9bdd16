import { watch, type FSWatcher } from "node:fs";

/** Saving is several events. */
const PAUSE_MS = 100;

/** Does something whenever a Markdown file of a folder changes, once at a time; a failure is told and the next change comes. */
export function watchTexts(
  folder: string,
  work: () => Promise<void>,
  onError: (error: unknown) => void = console.error,
): FSWatcher {
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  const run = () => {
    running = running.then(work).catch(onError);
  };
  return watch(folder, (_event, name) => {
    if (!name?.endsWith(".md")) return;
    clearTimeout(timer);
    timer = setTimeout(run, PAUSE_MS);
  });
}
