import { randomBytes } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { type Request, Router } from "express";
import { NONCE_PLACEHOLDER } from "./noncePlaceholder.ts";
import { type PageHead, withHead } from "./pageHead.ts";
import { siteFiles } from "./siteFiles.ts";
import { withTheme } from "./withTheme.ts";

/** Allows nothing from other origins, but requests to those listed. */
const policy = (nonce: string, connects: readonly string[]): string =>
  [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    "style-src 'self'",
    "img-src 'self' data: blob:",
    ["connect-src 'self'", ...connects].join(" "),
    "font-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
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

export interface PageOptions {
  /** Where `buildPages` wrote them. */
  readonly folder: string;
  /** Of the package that builds them, for the error message. */
  readonly packageName: string;
  /** Lines of robots.txt for all crawlers. */
  readonly robots: readonly string[];
  /** Whether a path is a page of the app; false: the request is passed on. */
  readonly isPage: (path: string) => boolean;
  /** Whether the app has such a page; false: browsers get the app with status 404, and it says so. */
  readonly isKnown?: (path: string) => boolean;
  /** Heads of the pages; without them, every page has the built one. */
  readonly heads?: PageHeads;
  /** The page in its visitor's language; without it, as it was built. @param page - Its HTML. */
  readonly localize?: (page: string, req: Request) => string;
  /** Other origins that the pages may send requests to; default none. */
  readonly connects?: readonly string[];
}

export interface PageHeads {
  /** The public URL of the server, without a trailing slash. */
  readonly origin: string;
  /** The head of a requested page; undefined: the built one. A rejection counts as undefined. */
  readonly find: (req: Request) => Promise<PageHead | undefined>;
}

/**
 * A web app, which routes itself: every path of a page gets the same HTML, but for its head, under a strict Content-Security-Policy. Files are read
 * once, now; no path of a request ever reaches the disk.
 * @throws Error when the folder isn't built.
 */
export function pageRoutes(options: PageOptions): Router {
  const {
    folder,
    packageName,
    robots,
    isPage,
    isKnown = () => true,
    heads,
    localize = asBuilt,
    connects = [],
  } = options;
  const page = readPage(folder, packageName);
  const files = readAssets(join(folder, "assets"));
  return Router()
    .use(siteFiles(robots))
    .get("/assets/:name", (req, res, next) => {
      const file = files.get(req.params.name);
      if (file === undefined) return next("router");
      res.set({ "Cache-Control": "public, max-age=31536000, immutable", Vary: "Accept-Encoding" }).type(file.type);
      // our preference among the encodings that the browser accepts: browsers list gzip before br
      const encoding = ["br", "gzip"].find((name) => file.bodies.has(name) && req.acceptsEncodings(name) === name);
      if (encoding !== undefined) res.set("Content-Encoding", encoding);
      return res.send(file.bodies.get(encoding ?? "identity"));
    })
    .get(/^\/(?!assets\/)/, async (req, res, next) => {
      if (!isPage(req.path)) return next("router");
      const isMissing = !isKnown(req.path);
      if (isMissing && req.accepts("html") === false) return next("router");
      const head = await heads?.find(req).catch(() => undefined);
      const nonce = randomBytes(18).toString("base64");
      res.set({ "Content-Security-Policy": policy(nonce, connects), "Cache-Control": "no-store" });
      const html = withTheme(localize(page, req), req.headers.cookie).replaceAll(NONCE_PLACEHOLDER, () => nonce);
      // last: untrusted text in it is not searched for placeholders
      const told = heads === undefined || head === undefined ? html : withHead(html, head, heads.origin);
      return res
        .status(isMissing ? 404 : (head?.status ?? 200))
        .type("html")
        .send(told);
    });
}

const asBuilt = (page: string): string => page;

interface Asset {
  readonly type: string;
  /** By Content-Encoding; `br` only if the build compressed it, since that takes seconds. */
  readonly bodies: ReadonlyMap<string, Buffer>;
}

const readAssets = (folder: string): ReadonlyMap<string, Asset> =>
  new Map(
    readdirSync(folder).flatMap((name) => {
      const type = TYPES[extname(name)];
      if (type === undefined) return [];
      const file = join(folder, name);
      const body = readFileSync(file);
      const bodies = new Map([
        ["identity", body],
        ["gzip", gzipSync(body)],
      ]);
      if (existsSync(`${file}.br`)) bodies.set("br", readFileSync(`${file}.br`));
      return [[name, { type, bodies }] as const];
    }),
  );

function readPage(folder: string, packageName: string): string {
  try {
    return readFileSync(join(folder, "index.html"), "utf8");
  } catch (cause) {
    throw new Error(`The pages of ${packageName} aren't built in ${folder}: run pnpm --filter ${packageName} build`, {
      cause,
    });
  }
}
