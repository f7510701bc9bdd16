import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createRasterizer } from "@portico/raster";
import { BRAND_PATHS } from "@portico/ui/brandIcon";
import { Router } from "express";
import { FIRST_MESSAGES } from "../../languages.ts";

const DAY = "public, max-age=86400";
const SIZES = [180, 192, 512] as const;

const MANIFEST = {
  id: "/explore",
  name: "Portico explorer",
  short_name: "Portico",
  description: "What an address holds, and what it did: tokens, positions, NFTs, history and approvals.",
  start_url: "/explore",
  scope: "/",
  display: "standalone",
  background_color: "#f3f4f7",
  theme_color: "#2f4bd8",
  icons: [
    { src: "/favicon.svg", sizes: "any", type: "image/svg+xml" },
    { src: "/icons/192.png", sizes: "192x192", type: "image/png", purpose: "any" },
    { src: "/icons/512.png", sizes: "512x512", type: "image/png", purpose: "any" },
    { src: "/icons/512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
  ],
};

/** The mark on the brand's colour, within the circle that every mask leaves. */
const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><rect width="24" height="24" fill="#2f4bd8"/><g transform="translate(5 4.5) scale(.583)" fill="#ffffff">${BRAND_PATHS}</g></svg>`;

interface Chunk {
  readonly name?: string;
  readonly file: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}

const LANDING_MESSAGES = /^languages\/[a-z]+\/landing\.ts$/;

/** Paths of the scripts and styles of the landing page, in each language. */
function listFirstFiles(webFolder: string): string[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as Vite writes it
  const manifest = JSON.parse(readFileSync(join(webFolder, "files.json"), "utf8")) as Record<string, Chunk>;
  const files = new Set<string>();
  const add = (name: string): void => {
    const chunk = manifest[name];
    if (chunk === undefined || files.has(`/${chunk.file}`)) return;
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(`/${file}`);
    for (const one of chunk.imports ?? []) add(one);
  };
  for (const entry of ["index.html", "pages/LandingPage.tsx"]) add(entry);
  for (const [key, { name = "" }] of Object.entries(manifest))
    if (name.startsWith(FIRST_MESSAGES) || LANDING_MESSAGES.test(key)) add(key);
  return [...files];
}

/** What a browser needs to install the explorer as an app: the manifest, icons, and the service worker. */
export function installRoutes(webFolder: string): Router {
  const rasterize = createRasterizer();
  const icons = new Map<string, Promise<Buffer | undefined>>();
  const build = createHash("sha256")
    .update(readFileSync(join(webFolder, "index.html")))
    .digest("hex")
    .slice(0, 16);
  const worker = readFileSync(join(webFolder, "worker.js"), "utf8")
    .replaceAll("PORTICO_BUILD", build)
    .replaceAll("PORTICO_FILES", listFirstFiles(webFolder).join(" "));
  return Router()
    .get("/manifest.webmanifest", (_req, res) => {
      res.set("Cache-Control", DAY).type("application/manifest+json").send(JSON.stringify(MANIFEST));
    })
    .get("/worker.js", (_req, res) => {
      // its own policy: what it may load
      res.set({ "Cache-Control": "no-cache", "Content-Security-Policy": "default-src 'none'; connect-src 'self'" });
      res.type("text/javascript").send(worker);
    })
    .get("/icons/:name", async (req, res, next) => {
      const px = SIZES.find((size) => req.params.name === `${size}.png`);
      if (px === undefined) return next("router");
      const { name } = req.params;
      const drawn = icons.get(name) ?? rasterize({ file: Buffer.from(ICON), px, isLossless: true, isPng: true });
      icons.set(name, drawn);
      const png = await drawn;
      if (png === undefined) {
        icons.delete(name);
        return next("router");
      }
      return res.set("Cache-Control", DAY).type("png").send(png);
    });
}
