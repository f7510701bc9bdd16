import type { Slot } from "../timeline.ts";
import type { Episode } from "./episode.ts";
import { buyPictures, handlePictures, hangPictures, offerPictures } from "./gallery.ts";
import { obtain, takeBack, use } from "./habits.ts";
import { approveNonstandardTokens, limitByPermit2 } from "./limits.ts";
import { openLending } from "./lending.ts";
import {
  createNonstandardTokens,
  giveNonstandardTokens,
  growSupply,
  shrinkSupply,
  upgradeToken,
} from "./nonstandardTokens.ts";
import { permitBySignature, permitWithinPermit2 } from "./permits.ts";

/** In this order. What random actions might miss in a small scenario is a row here. */
export const episodes: readonly Episode[] = [
  openLending,
  createNonstandardTokens,
  giveNonstandardTokens,
  approveNonstandardTokens,
  hangPictures,
  offerPictures,
  buyPictures,
  growSupply,
  obtain,
  handlePictures,
  limitByPermit2,
  use,
  permitBySignature,
  permitWithinPermit2,
  upgradeToken,
  takeBack,
  shrinkSupply,
];

/** Spreads the episodes over the blocks before the last `reserved`, one per block. */
export function planEpisodes(slots: readonly Slot[], reserved: number): ReadonlyMap<Slot, Episode> {
  const available = slots.slice(0, slots.length - reserved);
  const step = available.length / (episodes.length + 1);
  if (step < 1) throw new RangeError(`${available.length} blocks are too few for ${episodes.length} episodes`);
  return new Map(episodes.map((episode, index) => [available[Math.floor((index + 1) * step)] as Slot, episode]));
}
