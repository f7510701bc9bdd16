import type { Fork } from "./forkScene.ts";
import { sumByToken } from "./sumByToken.ts";

/** One fork of several parts: an owner uses all, and has the sums of their amounts. */
export const combineForks = (parts: readonly Fork[]): Fork => ({
  async use(owner) {
    for (const part of parts) await part.use(owner);
  },
  async readTruth(owner) {
    const amounts = await Promise.all(parts.map((part) => part.readTruth(owner)));
    return sumByToken(amounts.flatMap((one) => [...one]));
  },
});
