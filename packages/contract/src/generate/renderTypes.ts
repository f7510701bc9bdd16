import {
  astToString,
  type GlobalContext,
  type OpenAPI3,
  resolveRef,
  scanDiscriminators,
  transformSchema,
} from "openapi-typescript";
import ts from "typescript";
import type { ApiDocument } from "./document.ts";

const BANNER = "// Generated from spec/ by packages/contract. Do not edit.\n";

export interface RenderTypesOptions {
  /** True for the server's view, after its validator filled in defaults; false for the wire format. */
  readonly areDefaultsFilled: boolean;
}

/**
 * Renders `paths`, `components`, `operations` and one type per schema of a bundled document. Integers of format uint256
 * are bigint.
 */
export function renderTypes(document: ApiDocument, { areDefaultsFilled }: RenderTypesOptions): string {
  const schema = structuredClone(document) as unknown as OpenAPI3;
  return BANNER + astToString(transformSchema(schema, contextOf(schema, areDefaultsFilled)));
}

/** openapi-typescript's own function lints and bundles the document first, which takes as long as the rest. */
function contextOf(schema: OpenAPI3, defaultNonNullable: boolean): GlobalContext {
  return {
    additionalProperties: false,
    alphabetize: false,
    arrayLength: false,
    conditionalEnums: false,
    dedupeEnums: false,
    defaultNonNullable,
    discriminators: scanDiscriminators(schema, {}),
    emptyObjectsUnknown: false,
    enum: false,
    enumValues: false,
    excludeDeprecated: false,
    exportType: false,
    generatePathParams: false,
    immutable: false,
    injectFooter: [],
    makePathsEnum: false,
    pathParamsAsTypes: false,
    postTransform: undefined,
    propertiesRequiredByDefault: false,
    readWriteMarkers: false,
    redoc: undefined as never, // for reading the document only
    resolve: ($ref) => resolveRef(schema, $ref, { silent: true }),
    rootTypes: true,
    rootTypesKeepCasing: true,
    rootTypesNoSchemaPrefix: true,
    silent: true,
    transform: (type) => bigintType(type),
    transformProperty: undefined,
  };
}

function bigintType({ type, format }: { type?: string | string[]; format?: string }): ts.TypeNode | undefined {
  if (format !== "uint256") return undefined;
  const bigint = ts.factory.createKeywordTypeNode(ts.SyntaxKind.BigIntKeyword);
  if (type === "integer") return bigint;
  if (!Array.isArray(type) || !type.includes("integer")) return undefined;
  if (!type.includes("null")) return bigint;
  return ts.factory.createUnionTypeNode([bigint, ts.factory.createLiteralTypeNode(ts.factory.createNull())]);
}
