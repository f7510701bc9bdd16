import { join } from "node:path";
import { build } from "vite";
import { NONCE_PLACE } from "./pages.ts";

/** Builds src/page into a folder, which is emptied before: index.html and assets with hashes in their names. */
export async function buildPage(folder: string): Promise<void> {
  await build({
    configFile: false,
    root: join(import.meta.dirname, "page"),
    logLevel: "warn",
    html: { cspNonce: NONCE_PLACE },
    build: {
      outDir: folder,
      emptyOutDir: true,
      target: "es2022",
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
    },
  });
}
