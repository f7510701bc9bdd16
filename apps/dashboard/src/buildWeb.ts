import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import react from "@vitejs/plugin-react";
import { build, type InlineConfig, type Rolldown } from "vite";
import type { ApiOperation } from "./web/api/apiOperations.ts";
import { NONCE_PLACE } from "./webFolder.ts";

/**
 * Builds src/web into a folder, which is emptied before: index.html (the dashboard), explorer.html, and assets with hashes in
 * their names, each also packed by brotli (`….br`).
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
  const files = readdirSync(join(folder, "assets")).map((name) => join(folder, "assets", name));
  const packed = files.map((file) => [`${file}.br`, brotliCompressSync(readFileSync(file))] as const);
  for (const [file, body] of packed) writeFileSync(file, body); // all at once: under dev, each change restarts the server
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
    rolldownOptions: {
      input: ["index.html", "explorer.html"].map((page) => join(root, page)),
      output: { codeSplitting: { groups: GROUPS } },
    },
  },
});

/**
 * What several pages need is in few files, since each costs a phone a request: the libraries that both apps begin with, and
 * what pages of the explorer share. Icons stay with who shows them.
 */
const GROUPS: Rolldown.CodeSplittingGroup[] = [
  { name: "base", test: /node_modules[\\/](?!\.pnpm|lucide-react)/, tags: ["$initial"], minShareCount: 2 },
  { name: "explorer-parts", test: /web[\\/]explorer[\\/].+\.tsx?$/, minShareCount: 2 },
];

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
  const { paths } = createRequire(import.meta.url)("@portico/contract/openapi.json") as Document;
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
