import { randomBytes } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { NONCE_PLACEHOLDER, withTheme } from "@portico/ui/server";
import { type Response, Router } from "express";
import type { About, End, PageData } from "./page/interactionResponse.ts";

/** Output folder of `pnpm --filter @portico/connect build`. */
export const PAGE_FOLDER = join(import.meta.dirname, "..", "dist", "page");

const DATA_PLACEHOLDER = `"PORTICO_DATA"`;

export type Pages = {
  /** Sends a page, with the response's current status. */
  readonly send: <Name extends PageData["page"]>(response: Response, name: Name, ...data: DataOf<Name>) => void;
  /** Scripts and styles, at /assets. */
  readonly assets: Router;
};

type DataOf<Name extends PageData["page"]> = Name extends "end"
  ? [data: End]
  : Name extends "about"
    ? [data: About]
    : [];

/**
 * HTML pages, from a folder built by `buildPage`; it is read once, now.
 * @param options.issuer - The public URL; a path in it is prepended to those of the assets.
 * @throws Error if the folder isn't built.
 */
export function createPages({ dist = PAGE_FOLDER, issuer }: { dist?: string; issuer: string }): Pages {
  const template = readTemplate(dist).replaceAll(
    `"/assets/`,
    `"${new URL(issuer).pathname.replace(/\/+$/, "")}/assets/`,
  );
  return {
    send: (response, name, ...[data]) => {
      const nonce = randomBytes(18).toString("base64");
      response.set({ ...COMMON_HEADERS, "content-security-policy": policy(nonce), "cache-control": "no-store" });
      const page = withTheme(template, response.req.headers.cookie);
      response.type("html").send(fill(page, nonce, { ...data, page: name } as PageData));
    },
    assets: assetsOf(join(dist, "assets")),
  };
}

const COMMON_HEADERS = {
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "cross-origin-resource-policy": "same-origin",
};

/** Same-origin only; images may be data:, which is how wallets provide their icons (EIP-6963). */
const policy = (nonce: string): string =>
  [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");

function readTemplate(dist: string): string {
  try {
    return readFileSync(join(dist, "index.html"), "utf8");
  } catch (cause) {
    throw new Error(`The sign-in page isn't built in ${dist}: run pnpm --filter @portico/connect build`, { cause });
  }
}

/** JSON in a script element: without "<" nothing in it can end the element. */
const fill = (template: string, nonce: string, data: PageData): string =>
  template
    .replaceAll(NONCE_PLACEHOLDER, () => nonce)
    .replace(DATA_PLACEHOLDER, () => JSON.stringify(data).replaceAll("<", String.raw`\u003c`));

const TYPES: Readonly<Record<string, string>> = {
  ".js": "text/javascript",
  ".css": "text/css",
  ".woff2": "font/woff2",
};

/** Only files that existed at the start, by name: no request path reaches the disk. */
function assetsOf(folder: string): Router {
  const files = new Map(
    readdirSync(folder).map((name) => [name, { body: readFileSync(join(folder, name)), type: TYPES[extname(name)] }]),
  );
  return Router().get("/assets/:name", (request, response, next) => {
    const file = files.get(request.params.name);
    if (file?.type === undefined) return next();
    response.set({ ...COMMON_HEADERS, "cache-control": "public, max-age=31536000, immutable" });
    return response.type(file.type).send(file.body);
  });
}
