import { ServiceError } from "@portico/server";
import pLimit from "p-limit";
import QuickLRU from "quick-lru";
import { createQueues } from "../queues.ts";
import { createDrawPicture, type Drawable } from "./drawPicture.ts";

export interface PictureRequest {
  /** Which picture it is, the same for the same picture however it was asked for. */
  readonly key: string;
  readonly px: number;
  /** Who asks. */
  readonly visitor: string;
  /** One that comes along: it waits for no foreign server. */
  readonly findBundled?: () => Promise<Drawable | undefined>;
  /** Asked when none comes along. Rejects with ServiceError when it isn't known whether there is one. */
  readonly find: () => Promise<Drawable | undefined>;
}

/** Gives a picture as WebP, from memory where it was drawn before; undefined when there is none. Rejects with ServiceError. */
export type Pictures = (question: PictureRequest) => Promise<Buffer | undefined>;

/** Of each of two generations, as QuickLRU counts: some 10 kB each, and 40 kB each, 350 kB at worst. */
const MAX = { small: 2_000, large: 200 };
const SMALL = { px: 256, bytes: 32_768 };
const CACHE_MS = 86_400_000;
const MAX_MISSING = 20_000;
const CACHE_MISSING_MS = 600_000;
/** Foreign servers asked at once, and of those for one visitor: some never answer. */
const FETCHED_AT_ONCE = 16;
const OF_VISITOR = { atOnce: 4, maxWaiting: 300 };
const MAX_WAITING = 500;

export function createPictures(): Pictures {
  const drawn = {
    small: new QuickLRU<string, Buffer>({ maxSize: MAX.small, maxAge: CACHE_MS }),
    large: new QuickLRU<string, Buffer>({ maxSize: MAX.large, maxAge: CACHE_MS }),
  };
  // apart, so that whoever asks for what isn't there drives out nothing that is
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
