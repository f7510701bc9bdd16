import { Router } from "express";

/** The brand's mark, in both themes: a tab's colour is the browser's. */
const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><style>path{fill:#2f4bd8}@media(prefers-color-scheme:dark){path{fill:#93a7ff}}</style><path d="M12 2 2.5 7.2V9h19V7.2L12 2Z"/><path d="M4.5 10.5h3v8h-3zM10.5 10.5h3v8h-3zM16.5 10.5h3v8h-3zM2.5 20h19v2h-19z"/></svg>`;

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
      res.type("image/svg+xml").send(ICON);
    })
    .get("/favicon.ico", (_req, res) => res.set("Cache-Control", DAY).redirect(301, "/favicon.svg"));
