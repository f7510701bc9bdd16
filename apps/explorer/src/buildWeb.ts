import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildPages, type PageBuild } from "@portico/ui/build";
import react from "@vitejs/plugin-react";
import { compileCatalogues } from "./compileCatalogues.ts";
import { FIRST_MESSAGES, LANGUAGES } from "./languages.ts";
import { FIRST_AREAS } from "./web/languages/catalogue.ts";

/** Builds src/web into a folder, see buildPages. */
export const buildWeb = (folder: string): Promise<void> =>
  buildPages({
    root: join(import.meta.dirname, "web"),
    folder,
    plugins: [compileCatalogues(), react()],
    groups: GROUPS,
    alias: PREACT,
    worker: join(import.meta.dirname, "worker/main.ts"),
  });

/**
 * The pages are written for React and run on Preact: the first page has 55 kB of script less, compressed. Absolute paths,
 * since packages that don't depend on Preact import React as well.
 */
const PREACT: NonNullable<PageBuild["alias"]> = [
  { find: /^react$/, replacement: fileURLToPath(import.meta.resolve("preact/compat")) },
  { find: /^react-dom$/, replacement: fileURLToPath(import.meta.resolve("preact/compat")) },
  { find: /^react-dom\/client$/, replacement: fileURLToPath(import.meta.resolve("preact/compat/client")) },
  { find: /^react\/jsx-runtime$/, replacement: fileURLToPath(import.meta.resolve("preact/jsx-runtime")) },
];

const OWN = /(?:explorer|ui)[\\/]src[\\/]web[\\/].+\.tsx?$/;

/** What every page shows is one script of each language. */
const firstFiles = (language: string): RegExp =>
  new RegExp(`[\\\\/]languages[\\\\/]${language}[\\\\/](?:${FIRST_AREAS.join("|")})\\.ts$`);

/**
 * What several pages need is in few files, since each costs a phone a request: the libraries of the first page, what it has in
 * common with others, and what only others have in common. Icons stay with the pages that show them.
 */
const GROUPS: NonNullable<PageBuild["groups"]> = [
  ...LANGUAGES.map(({ id }) => ({ name: FIRST_MESSAGES + id, test: firstFiles(id), priority: 4 })),
  { name: "base", test: /node_modules[\\/](?!\.pnpm|lucide-react)/, tags: ["$initial"], minShareCount: 2, priority: 3 },
  { name: "explorer-parts", test: OWN, tags: ["$initial"], minShareCount: 2, priority: 2 },
  {
    name: "later-parts",
    test: OWN,
    minShareCount: 2,
    priority: 1,
    includeDependenciesRecursively: false,
    entriesAware: true,
    entriesAwareMergeThreshold: 1_000,
  },
];
