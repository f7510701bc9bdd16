import { Router } from "express";

/** `GET /explorer/example`: the address that the landing page offers to try, null if there is none. */
export const exampleRoute = (address: string | undefined): Router =>
  Router().get("/explorer/example", (_req, res) =>
    res.set("Cache-Control", "no-cache").json({ address: address ?? null }),
  );
