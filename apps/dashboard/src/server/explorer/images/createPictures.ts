import { ServiceError } from "@portico/http";
import pLimit from "p-limit";
import QuickLRU from "quick-lru";
import { type Drawable, drawPicture } from "./drawPicture.ts";

export interface Picture {
  /** Which picture it is, the same for the same picture however it was asked for. */
  readonly key: string;
  readonly px: number;
  /** One that comes along: it waits for no foreign server. */
  readonly findBundled?: () => Promise<Drawable | undefined>;
  /** Asked when none comes along. Rejects with ServiceError when it isn't known whether there is one. */
  readonly find: () => Promise<Drawable | undefined>;
}

/** Gives a picture as WebP, from memory where it was drawn before; undefined when there is none. Rejects with ServiceError. */
export type Pictures = (picture: Picture) => Promise<Buffer | undefined>;

/** Of each of two generations, as QuickLRU counts: some 10 kB each, and 40 kB each, 250 kB at worst. */
const MOST = { small: 2_000, large: 200 };
const LARGE_PX = 256;
const KEEP_MS = 86_400_000;
const MOST_MISSING = 20_000;
const KEEP_MISSING_MS = 600_000;
/** Foreign servers asked at once. */
const ASKED_AT_ONCE = 6;
const WAITING_MOST = 500;
/** A large picture takes 64 MB while it is drawn. */
const DRAWN_AT_ONCE = 2;

export function createPictures(): Pictures {
  const drawn = {
    small: new QuickLRU<string, Buffer>({ maxSize: MOST.small, maxAge: KEEP_MS }),
    large: new QuickLRU<string, Buffer>({ maxSize: MOST.large, maxAge: KEEP_MS }),
  };
  // apart, so that whoever asks for what isn't there drives out nothing that is
  const missing = new QuickLRU<string, true>({ maxSize: MOST_MISSING, maxAge: KEEP_MISSING_MS });
  const running = new Map<string, Promise<Buffer | undefined>>();
  const [asking, drawing] = [pLimit(ASKED_AT_ONCE), pLimit(DRAWN_AT_ONCE)];

  const make = async ({ findBundled, find, px }: Picture): Promise<Buffer | undefined> => {
    const bundled = await findBundled?.();
    if (bundled === undefined && asking.pendingCount >= WAITING_MOST) throw tooMany();
    const source = bundled ?? (await asking(find));
    return source && (await drawing(() => drawPicture(source, px)));
  };
  const keep = async (picture: Picture): Promise<Buffer | undefined> => {
    const { key, px } = picture;
    try {
      const image = await make(picture);
      if (image === undefined) missing.set(key, true);
      else drawn[px > LARGE_PX ? "large" : "small"].set(key, image);
      return image;
    } finally {
      running.delete(key);
    }
  };
  return async (picture) => {
    const { key } = picture;
    const known = drawn.small.get(key) ?? drawn.large.get(key);
    if (known !== undefined || missing.has(key)) return known;
    const work = running.get(key) ?? keep(picture);
    running.set(key, work);
    return await work;
  };
}

const tooMany = (): ServiceError =>
  new ServiceError("upstream_error", "Too many pictures are asked for at once", { headers: { "Retry-After": "5" } });
