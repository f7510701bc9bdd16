import { Router } from "express";
import { ServiceError } from "../problem/errors.ts";

/**
 * `/healthz`: the process responds; `/readyz`: its database responds, with migrated tables. For load balancers, so any Host header is
 * accepted.
 * @param details - Extra fields of `/readyz`.
 * @param assertDatabase - Throws if the database is unavailable, or not migrated.
 */
export const healthRoutes = (assertDatabase: () => Promise<unknown>, details: () => object = () => ({})): Router =>
  Router()
    .get("/healthz", (_req, res) => void res.json({ status: "ok" }))
    .get("/readyz", async (_req, res) => {
      await assertDatabase().catch((cause: unknown) => {
        const headers = { "Retry-After": "1" };
        throw new ServiceError("upstream_error", "The database is unavailable or not migrated", { cause, headers });
      });
      res.json({ status: "ok", ...details() });
    });
