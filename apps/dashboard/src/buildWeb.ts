import { createRequire } from "node:module";
import { join } from "node:path";
import { buildPages } from "@portico/ui/build";
import react from "@vitejs/plugin-react";
import { type ContractDocument, listConsoleOperations } from "./listConsoleOperations.ts";
import type { ApiOperation } from "./web/api/apiOperations.ts";

/** Builds src/web into a folder, see buildPages. */
export const buildWeb = (folder: string): Promise<void> =>
  buildPages({
    root: join(import.meta.dirname, "web"),
    folder,
    plugins: [react()],
    define: {
      API_OPERATIONS: JSON.stringify(listOperations()),
      CONSOLE_OPERATIONS: JSON.stringify(listConsoleOperations(readContract() as ContractDocument)),
    },
  });

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentOperation>>>>;
}

interface DocumentOperation {
  readonly operationId?: string;
  readonly summary?: string;
  readonly tags?: readonly string[];
  /** Absent: the document's default, the access key. */
  readonly security?: readonly Readonly<Record<string, unknown>>[];
}

const readContract = (): unknown => createRequire(import.meta.url)("@portico/contract/openapi.json");

const BY_KEY = [{ AccessKey: [] }];

/** The operations that cost units. Only their names: the whole contract is larger than the app. */
function listOperations(): ApiOperation[] {
  const { paths } = readContract() as Document;
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
