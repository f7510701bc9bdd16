import { randomBytes } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { gzipSync } from "node:zlib";
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

/** Whose pages the explorer has; all others are the dashboard's. */
const EXPLORER = /^\/(?:explore|gas|address(?:\/.*)?)\/?$/;

/**
 * The two web apps, which route themselves: every other path gets the page of one of them. They are read once, now; no path of
 * a request ever reaches the disk.
 * @throws Error when the folder isn't built.
 */
export function webRoutes(folder: string): Router {
  const [dashboard, explorer] = [readPage(folder, "index.html"), readPage(folder, "explorer.html")];
  const files = readAssets(join(folder, "assets"));
  return Router()
    .get("/assets/:name", (req, res, next) => {
      const file = files.get(req.params.name);
      if (file === undefined) return next("router");
      res.set({ "Cache-Control": "public, max-age=31536000, immutable", Vary: "Accept-Encoding" }).type(file.type);
      if (!req.acceptsEncodings("gzip")) return res.send(file.body);
      return res.set("Content-Encoding", "gzip").send(file.packed);
    })
    .get(/^\/(?!assets\/|dashboard(?:\/|$)|explorer\/)/, (req, res) => {
      const nonce = randomBytes(18).toString("base64");
      res.set({ "Content-Security-Policy": policy(nonce), "Cache-Control": "no-store" });
      const page = EXPLORER.test(req.path) ? explorer : dashboard;
      res.type("html").send(page.replaceAll(NONCE_PLACE, () => nonce));
    });
}

interface Asset {
  readonly type: string;
  readonly body: Buffer;
  /** By gzip. */
  readonly packed: Buffer;
}

const readAssets = (folder: string): ReadonlyMap<string, Asset> =>
  new Map(
    readdirSync(folder).flatMap((name) => {
      const type = TYPES[extname(name)];
      if (type === undefined) return [];
      const body = readFileSync(join(folder, name));
      return [[name, { type, body, packed: gzipSync(body) }] as const];
    }),
  );

function readPage(folder: string, name: string): string {
  try {
    return readFileSync(join(folder, name), "utf8");
  } catch (cause) {
    throw new Error(`The web app isn't built in ${folder}: run pnpm --filter @portico/dashboard build`, { cause });
  }
}
