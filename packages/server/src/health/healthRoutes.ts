import { Router } from "express";

/**
 * `/healthz`: the process responds; `/readyz`: its database responds too. For load balancers, so any Host header is
 * accepted.
 * @param facts - Extra fields of `/readyz`.
 * @param askDatabase - Throws an error that createServiceApp recognizes as an unavailable database.
 */
export const healthRoutes = (askDatabase: () => Promise<unknown>, facts: () => object = () => ({})): Router =>
  Router()
    .get("/healthz", (_req, res) => void res.json({ status: "ok" }))
    .get("/readyz", async (_req, res) => {
      await askDatabase();
      res.json({ status: "ok", ...facts() });
    });
