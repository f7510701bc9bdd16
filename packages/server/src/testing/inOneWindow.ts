import { setTimeout } from "node:timers/promises";

/** Sends requests within a window of a rate limit, which is a second: again in a later window if they took longer. */
export async function inOneWindow<Answers>(send: () => Promise<Answers>): Promise<Answers> {
  for (;;) {
    const start = performance.now();
    const answers = await send();
    if (performance.now() - start < 1000) return answers;
    await setTimeout(1000);
  }
}
