import { Router } from "express";

/**
 * `/healthz`: the process answers; `/readyz`: its database does, too. For load balancers, which don't ask by our name.
 * @param facts - What `/readyz` says besides.
 * @param askDatabase - Throws what createServiceApp knows as a database that is away.
 */
export const healthRoutes = (askDatabase: () => Promise<unknown>, facts: () => object = () => ({})): Router =>
  Router()
    .get("/healthz", (_req, res) => void res.json({ status: "ok" }))
    .get("/readyz", async (_req, res) => {
      await askDatabase();
      res.json({ status: "ok", ...facts() });
    });
