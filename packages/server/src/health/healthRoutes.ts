import { Router } from "express";

/**
 * `/healthz`: the process responds; `/readyz`: its database responds too. For load balancers, so any Host header is
 * accepted.
 * @param details - Extra fields of `/readyz`.
 * @param pingDatabase - Throws an error that createServiceApp recognizes as an unavailable database.
 */
export const healthRoutes = (pingDatabase: () => Promise<unknown>, details: () => object = () => ({})): Router =>
  Router()
    .get("/healthz", (_req, res) => void res.json({ status: "ok" }))
    .get("/readyz", async (_req, res) => {
      await pingDatabase();
      res.json({ status: "ok", ...details() });
    });
