import { randomBytes } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { Router } from "express";
import { NONCE_PLACE } from "../webFolder.ts";

/** Nothing from elsewhere. */
const policy = (nonce: string): string =>
  [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");

const TYPES: Readonly<Record<string, string>> = {
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".webp": "image/webp",
  ".woff2": "font/woff2",
};

/**
 * The web app, which routes itself: every other path gets its page. It is read once, now; no path of a request ever reaches
 * the disk.
 * @throws Error when the folder isn't built.
 */
export function webRoutes(folder: string): Router {
  const page = readPage(folder);
  const assets = join(folder, "assets");
  const files = new Map(
    readdirSync(assets).map((name) => [name, { body: readFileSync(join(assets, name)), type: TYPES[extname(name)] }]),
  );
  return Router()
    .get("/assets/:name", (req, res, next) => {
      const file = files.get(req.params.name);
      if (file?.type === undefined) return next("router");
      res.set("Cache-Control", "public, max-age=31536000, immutable");
      return res.type(file.type).send(file.body);
    })
    .get(/^\/(?!assets\/|dashboard(?:\/|$))/, (_req, res) => {
      const nonce = randomBytes(18).toString("base64");
      res.set({ "Content-Security-Policy": policy(nonce), "Cache-Control": "no-store" });
      res.type("html").send(page.replaceAll(NONCE_PLACE, () => nonce));
    });
}

function readPage(folder: string): string {
  try {
    return readFileSync(join(folder, "index.html"), "utf8");
  } catch (cause) {
    throw new Error(`The web app isn't built in ${folder}: run pnpm --filter @portico/dashboard build`, { cause });
  }
}
