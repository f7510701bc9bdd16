import { Router } from "express";
import type { About } from "./page/interactionResponse.ts";
import type { Pages } from "./pages.ts";

/** Where the page about the service leads; without a trailing slash. Undefined: there is no link. */
export interface OtherApps {
  readonly docsUrl?: string | undefined;
  readonly dashboardUrl?: string | undefined;
  /** It signs users in at this service: for trying it. */
  readonly explorerUrl?: string | undefined;
}

/** `GET /` for browsers: what this service is, for a user and for a developer. Programs get the 404 that every unknown path has. */
export function aboutRoutes({ issuer, pages, others }: { issuer: string; pages: Pages; others: OtherApps }): Router {
  const { docsUrl, dashboardUrl, explorerUrl } = others;
  const about: About = {
    issuer,
    guide_url: docsUrl === undefined ? null : `${docsUrl}/sign-in.html`,
    register_url: dashboardUrl === undefined ? null : `${dashboardUrl}/apps`,
    try_url: explorerUrl === undefined ? null : `${explorerUrl}/auth/login?to=/explore`,
  };
  return Router().get("/", (req, res, next) => {
    res.vary("Accept");
    if (req.accepts(["json", "html"]) !== "html") return next();
    return pages.send(res, "about", about);
  });
}
