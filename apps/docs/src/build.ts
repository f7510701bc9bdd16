import { join } from "node:path";
import { buildDocs } from "./buildDocs.ts";

await buildDocs(join(import.meta.dirname, "..", "dist"));
