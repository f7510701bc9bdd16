import { addressKey, sendError, ServiceError } from "@portico/server";
import { rateHeaders } from "@portico/metering";
import type { Store } from "@portico/store";
import { type Request, type RequestHandler, Router } from "express";
import pLimit from "p-limit";
import type { Limits } from "./limits.ts";
import type { OwnerCount } from "./countOwner.ts";
import type { DataApi } from "./dataApi.ts";
import { factRoutes } from "./facts/factRoutes.ts";
import { forwardedQuery, forwardRead } from "./forwardRead.ts";
import { pictureRules } from "./images/fetchPicture.ts";
import { imageRoutes } from "./images/imageRoutes.ts";
import { createQueues } from "./queues.ts";
import { READ_PATHS } from "./readPaths.ts";

export interface ExplorerOptions {
  readonly db: Store;
  readonly limits: Limits;
  /** Undefined: the explorer is disabled. */
  readonly api: DataApi | undefined;
  readonly countOwner: OwnerCount;
  /** Gateway for `ipfs://`; ends with a slash. */
  readonly ipfsGateway: string;
}

const PREFIX = "/explorer/api";
/**
 * Browsers open six concurrent requests to a server, and more to one behind a proxy that speaks HTTP/2. A page about an
 * address on all chains sends some 150 requests.
 */
const READINGS = { atOnce: 12, maxWaiting: 200 };
/** For all visitors: the data API serves other clients as well. */
const MAX_RUNNING = 64;
/** Length of an owner's address as text; a longer one is invalid. */
const MAX_OWNER_LENGTH = 64;

/**
 * Routes of the explorer's pages: `GET /explorer/api/v1/…`, forwarded, `GET /explorer/facts/…`, and
 * `GET /explorer/images/…`.
 */
export function explorerRoutes({ db, limits, api, countOwner, ipfsGateway }: ExplorerOptions): Router {
  const router = Router().use(["/explorer/api", "/explorer/facts", "/explorer/images"], openRead);
  if (api === undefined) return router.use("/explorer", sendDisabled);
  const inTurn = createQueues(READINGS);
  const running = pLimit(MAX_RUNNING);
  return router
    .use(PREFIX, async (req, res) => {
      if (!READ_PATHS.has(req.path)) throw new ServiceError("not_found", "The explorer does not forward this path");
      const visitor = addressKey(req.ip);
      res.set(rateHeaders(await limits("readsByAddress", visitor)));
      const owner = readOwner(req);
      if (owner !== undefined) await countOwner(visitor, owner);
      const forward = async () => {
        if (!res.closed) await forwardRead(req, res, api, req.path);
      };
      await inTurn(visitor, () => running(forward));
    })
    .use("/explorer/facts", factRoutes({ db, api, limits }))
    .use("/explorer/images", imageRoutes({ db, api, limits, rules: pictureRules(ipfsGateway) }));
}

/** The requested owner, whether or not the address is valid. */
function readOwner(req: Request): string | undefined {
  if (!req.path.startsWith("/v1/user/")) return undefined;
  const texts = forwardedQuery(req)
    .getAll("id")
    .filter((text) => text !== ""); // as the API reads it
  return texts.join(",").toLowerCase().slice(0, MAX_OWNER_LENGTH);
}

const openRead: RequestHandler = (req, res, next) => {
  if (req.method === "GET") return next();
  sendError(
    req,
    res,
    new ServiceError("method_not_allowed", "The explorer is read-only", { headers: { Allow: "GET" } }),
  );
};

const OFF = "The explorer is off: its operator has to set PORTICO_EXPLORER_KEY and PORTICO_API_URL";

const sendDisabled: RequestHandler = (req, res) => {
  res.set("Cache-Control", "no-store");
  sendError(req, res, new ServiceError("not_implemented", OFF));
};
