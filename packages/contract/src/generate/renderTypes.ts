import openapiTS, { astToString } from "openapi-typescript";
import ts from "typescript";
import type { ApiDocument } from "./document.ts";

const BANNER = "// Generated from spec/ by packages/contract. Do not edit.\n";

export interface RenderTypesOptions {
  /** True for the server's view, after its validator filled in defaults; false for the wire format. */
  readonly areDefaultsFilled: boolean;
}

/** Renders `paths`, `components`, `operations` and one type per schema. Integers of format uint256 are bigint. */
export async function renderTypes(document: ApiDocument, { areDefaultsFilled }: RenderTypesOptions): Promise<string> {
  const ast = await openapiTS(structuredClone(document) as never, {
    defaultNonNullable: areDefaultsFilled,
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
    rootTypesKeepCasing: true,
    silent: true,
    transform: (schema) => bigintType(schema),
  });
  return BANNER + astToString(ast);
}

function bigintType({ type, format }: { type?: string | string[]; format?: string }): ts.TypeNode | undefined {
  if (format !== "uint256") return undefined;
  const bigint = ts.factory.createKeywordTypeNode(ts.SyntaxKind.BigIntKeyword);
  if (type === "integer") return bigint;
  if (!Array.isArray(type) || !type.includes("integer")) return undefined;
  if (!type.includes("null")) return bigint;
  return ts.factory.createUnionTypeNode([bigint, ts.factory.createLiteralTypeNode(ts.factory.createNull())]);
}
