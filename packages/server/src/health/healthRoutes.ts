import { Router } from "express";
import { notReadyError } from "./notReadyError.ts";

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
        throw notReadyError(cause);
      });
      res.json({ status: "ok", ...details() });
    });
