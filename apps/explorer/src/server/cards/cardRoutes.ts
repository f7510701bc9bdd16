import { rateHeaders } from "@portico/metering";
import { createRasterizer } from "@portico/raster";
import { addressKey, ServiceError } from "@portico/server";
import { Router } from "express";
import QuickLRU from "quick-lru";
import type { DescribePage } from "../heads/describePage.ts";
import type { Limits } from "../limits.ts";
import { createQueues } from "../queues.ts";
import { CARD_SIZE, drawCard } from "./drawCard.ts";

export interface CardOptions {
  readonly describe: DescribePage;
  readonly limits: Limits;
}

/** Of each of QuickLRU's two generations, about 30 kB each. */
const MAX_KNOWN = 300;
const KNOWN_MS = 60_000;
const OF_VISITOR = { atOnce: 1, maxWaiting: 20 };
const MAX_PATH = 200;

interface Card {
  readonly png: Buffer;
  /** Of a page that couldn't be described now. */
  readonly isFallback: boolean;
}

/**
 * `GET /explorer/cards/…`, followed by the path of a page: its picture for previews, as PNG. Counts as a read, and its
 * head's reads count as well.
 */
export function cardRoutes({ describe, limits }: CardOptions): Router {
  const rasterize = createRasterizer();
  const known = new QuickLRU<string, Buffer>({ maxSize: MAX_KNOWN, maxAge: KNOWN_MS });
  const inTurn = createQueues(OF_VISITOR);
  const draw = async (visitor: string, path: string): Promise<Card> => {
    const head = await describe(visitor, path);
    if (head.status === 404) throw missing();
    const file = Buffer.from(await drawCard(head));
    const png = await inTurn(visitor, () => rasterize({ file, px: CARD_SIZE.width, isLossless: true, isPng: true }));
    if (png === undefined) throw missing();
    if (head.isFallback === true) return { png, isFallback: true };
    known.set(path, png);
    return { png, isFallback: false };
  };
  return Router().get(/.*/, async (req, res) => {
    const visitor = addressKey(req.ip);
    if (req.path.length > MAX_PATH) throw missing();
    const cached = known.get(req.path);
    if (cached === undefined) res.set(rateHeaders(await limits("readsByAddress", visitor)));
    const { png, isFallback } =
      cached === undefined ? await draw(visitor, req.path) : { png: cached, isFallback: false };
    // sites that show previews are other origins
    res.set({
      "Cache-Control": isFallback ? "no-store" : "public, max-age=600",
      "Cross-Origin-Resource-Policy": "cross-origin",
    });
    res.type("png").send(png);
  });
}

const missing = (): ServiceError => new ServiceError("not_found", "There is no page to draw");
