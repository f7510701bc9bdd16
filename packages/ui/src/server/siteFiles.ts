import { Router } from "express";
import { BRAND_ICON } from "./brandIcon.ts";

const DAY = "public, max-age=86400";

/**
 * What browsers and crawlers request of every site.
 * @param robots - Lines of robots.txt (RFC 9309) for all crawlers.
 */
export const siteFiles = (robots: readonly string[]): Router =>
  Router()
    .get("/robots.txt", (_req, res) => {
      res
        .set("Cache-Control", DAY)
        .type("text/plain")
        .send(`User-agent: *\n${robots.join("\n")}\n`);
    })
    .get("/favicon.svg", (_req, res) => {
      res.set({ "Cache-Control": DAY, "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'" });
      res.type("image/svg+xml").send(BRAND_ICON);
    })
    .get("/favicon.ico", (_req, res) => res.set("Cache-Control", DAY).redirect(301, "/favicon.svg"));
