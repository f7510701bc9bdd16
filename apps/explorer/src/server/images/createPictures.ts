import { ServiceError } from "@portico/server";
import pLimit from "p-limit";
import QuickLRU from "quick-lru";
import { createQueues } from "../queues.ts";
import { createDrawPicture, type Drawable } from "./drawPicture.ts";

export interface PictureRequest {
  /** Identifies the picture, regardless of the form of the request. */
  readonly key: string;
  readonly px: number;
  /** The requesting visitor, for the queue. */
  readonly visitor: string;
  /** Finds a bundled one, without waiting for another server. */
  readonly findBundled?: () => Promise<Drawable | undefined>;
  /** Called if none is bundled. Rejects with ServiceError if it is unknown whether there is one. */
  readonly find: () => Promise<Drawable | undefined>;
}

/** A picture as WebP, cached in memory; undefined if there is none. Rejects with ServiceError. */
export type Pictures = (question: PictureRequest) => Promise<Buffer | undefined>;

/** Of each of QuickLRU's two generations: about 10 kB each, and 40 kB each, at most 350 kB. */
const MAX = { small: 2_000, large: 200 };
const SMALL = { px: 256, bytes: 32_768 };
const CACHE_MS = 86_400_000;
const MAX_MISSING = 20_000;
const CACHE_MISSING_MS = 600_000;
/** Concurrent requests to other servers, in total and per visitor: some never respond. */
const FETCHED_AT_ONCE = 16;
const OF_VISITOR = { atOnce: 4, maxWaiting: 300 };
const MAX_WAITING = 500;

export function createPictures(): Pictures {
  const drawn = {
    small: new QuickLRU<string, Buffer>({ maxSize: MAX.small, maxAge: CACHE_MS }),
    large: new QuickLRU<string, Buffer>({ maxSize: MAX.large, maxAge: CACHE_MS }),
  };
  // separate, so that requests for missing pictures evict no existing ones
  const missing = new QuickLRU<string, true>({ maxSize: MAX_MISSING, maxAge: CACHE_MISSING_MS });
  const running = new Map<string, Promise<Buffer | undefined>>();
  const fetching = pLimit(FETCHED_AT_ONCE);
  const drawPicture = createDrawPicture();
  const inTurn = createQueues(OF_VISITOR);

  const make = async ({ findBundled, find, px, visitor }: PictureRequest): Promise<Buffer | undefined> => {
    const bundled = await findBundled?.();
    if (bundled === undefined && fetching.pendingCount >= MAX_WAITING) throw tooMany();
    const source = bundled ?? (await inTurn(visitor, () => fetching(find)));
    return source && (await drawPicture(source, px, visitor));
  };
  const load = async (question: PictureRequest): Promise<Buffer | undefined> => {
    const { key, px } = question;
    try {
      const image = await make(question);
      if (image === undefined) missing.set(key, true);
      else drawn[px > SMALL.px || image.length > SMALL.bytes ? "large" : "small"].set(key, image);
      return image;
    } finally {
      running.delete(key);
    }
  };
  return async (question) => {
    const { key } = question;
    const known = drawn.small.get(key) ?? drawn.large.get(key);
    if (known !== undefined || missing.has(key)) return known;
    const work = running.get(key) ?? load(question);
    running.set(key, work);
    return await work;
  };
}

const tooMany = (): ServiceError =>
  new ServiceError("upstream_error", "Too many pictures are being fetched", { headers: { "Retry-After": "5" } });
