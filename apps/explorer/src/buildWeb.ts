import { join } from "node:path";
import { buildPages, type PageBuild } from "@portico/ui/build";
import react from "@vitejs/plugin-react";

/** Builds src/web into a folder, see buildPages. */
export const buildWeb = (folder: string): Promise<void> =>
  buildPages({ root: join(import.meta.dirname, "web"), folder, plugins: [react()], groups: GROUPS });

/**
 * What several pages need is in few files, since each costs a phone a request: the libraries of the first page, and what pages
 * have in common. Icons stay with the pages that show them.
 */
const GROUPS: NonNullable<PageBuild["groups"]> = [
  { name: "base", test: /node_modules[\\/](?!\.pnpm|lucide-react)/, tags: ["$initial"], minShareCount: 2 },
  { name: "explorer-parts", test: /(?:explorer|ui)[\\/]src[\\/]web[\\/].+\.tsx?$/, minShareCount: 2 },
];
