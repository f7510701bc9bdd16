import { findAppLogo, type Store } from "@portico/store";
import { Router } from "express";

/** Logos of applications, which their owners set in the dashboard: /app-logos/{app_id}?v=…, with a new `v` for each. */
export const logoRoutes = ({ db }: { db: Store }): Router =>
  Router().get("/app-logos/:id", async (req, res, next) => {
    const image = /^[\w-]{1,100}$/.test(req.params.id) ? await findAppLogo(db, req.params.id) : undefined;
    if (image === undefined) return next();
    res.set({ "Cache-Control": "public, max-age=31536000, immutable", "Cross-Origin-Resource-Policy": "same-origin" });
    res.setHeader("Content-Type", "image/webp");
    res.end(image);
  });
