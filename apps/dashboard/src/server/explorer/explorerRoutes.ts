import { addressKey, sendError, ServiceError } from "@portico/http";
import { rateHeaders } from "@portico/metering";
import type { Store } from "@portico/store";
import { type RequestHandler, Router } from "express";
import type { Limits } from "../limits.ts";
import { createDataApi } from "./dataApi.ts";
import { forwardRead } from "./forwardRead.ts";
import { imageRoutes } from "./images/imageRoutes.ts";
import { READ_PATHS } from "./readPaths.ts";

export interface ExplorerOptions {
  readonly db: Store;
  readonly limits: Limits;
  /** Of the data API; "" when not known. */
  readonly apiUrl: string;
  /** The explorer's own; "": the explorer is off. */
  readonly explorerKey: string;
}

const PREFIX = "/explorer/api";

/** What the explorer's pages ask: `GET /explorer/api/v1/…`, forwarded, and `GET /explorer/images/…`. */
export function explorerRoutes({ db, limits, apiUrl, explorerKey }: ExplorerOptions): Router {
  const router = Router().use(["/explorer/api", "/explorer/images"], openRead);
  if (apiUrl === "" || explorerKey === "") return router.use("/explorer", sayOff);
  const api = createDataApi({ apiUrl, key: explorerKey });
  return router
    .use(PREFIX, async (req, res) => {
      if (!READ_PATHS.has(req.path)) throw new ServiceError("not_found", "The explorer does not forward this path");
      res.set(rateHeaders(await limits("readsByAddress", addressKey(req.ip))));
      await forwardRead(req, res, api, req.path);
    })
    .use("/explorer/images", imageRoutes({ db, api, limits }));
}

const openRead: RequestHandler = (req, res, next) => {
  if (req.method === "GET") return next();
  sendError(req, res, new ServiceError("method_not_allowed", "The explorer only reads", { headers: { Allow: "GET" } }));
};

const OFF = "The explorer is off: its operator has to set PORTICO_EXPLORER_KEY and PORTICO_API_URL";

const sayOff: RequestHandler = (req, res) => {
  res.set("Cache-Control", "no-store");
  sendError(req, res, new ServiceError("not_implemented", OFF));
};
