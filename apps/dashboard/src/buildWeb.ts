import { join } from "node:path";
import contract from "@portico/contract/openapi.json" with { type: "json" };
import react from "@vitejs/plugin-react";
import { build, type InlineConfig } from "vite";
import type { ApiOperation } from "./web/api/apiOperations.ts";
import { NONCE_PLACE } from "./webFolder.ts";

/**
 * Builds src/web into a folder, which is emptied before: index.html (the dashboard), explorer.html, and assets with hashes in
 * their names.
 */
export async function buildWeb(folder: string): Promise<void> {
  const { NODE_ENV } = process.env;
  process.env["NODE_ENV"] = "production"; // under a test runner's, the app would be built for development
  try {
    await build(configFor(folder));
  } finally {
    if (NODE_ENV === undefined) delete process.env["NODE_ENV"];
    else process.env["NODE_ENV"] = NODE_ENV;
  }
}

const root = join(import.meta.dirname, "web");

const configFor = (folder: string): InlineConfig => ({
  configFile: false,
  root,
  logLevel: "warn",
  plugins: [react()],
  html: { cspNonce: NONCE_PLACE },
  define: { API_OPERATIONS: JSON.stringify(listOperations()) },
  build: {
    outDir: folder,
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: { input: ["index.html", "explorer.html"].map((page) => join(root, page)) },
  },
});

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentOperation>>>>;
}

interface DocumentOperation {
  readonly operationId?: string;
  readonly summary?: string;
  readonly tags?: readonly string[];
  /** Absent: the document's own, which is the access key. */
  readonly security?: readonly Readonly<Record<string, unknown>>[];
}

const BY_KEY = [{ AccessKey: [] }];

/** The operations that cost units: only their names, since the whole contract would weigh more than the app. */
function listOperations(): ApiOperation[] {
  const { paths } = contract as unknown as Document;
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.values(item).flatMap(({ operationId, summary = "", tags = [], security = BY_KEY }) =>
      operationId !== undefined && security.some((one) => "AccessKey" in one || "OAuth2" in one)
        ? [
            {
              id: operationId,
              path,
              summary,
              tag: tags[0] ?? "Other",
              isByKey: security.some((one) => "AccessKey" in one),
            },
          ]
        : [],
    ),
  );
}
