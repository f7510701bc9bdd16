import { acyclicSchemas } from "./acyclicSchemas.ts";
import { csvLists } from "./csvLists.ts";
import { errorResponses } from "./errorResponses.ts";
import { everythingHasExample } from "./everythingHasExample.ts";
import { exactIntegers } from "./exactIntegers.ts";
import { exactTuples } from "./exactTuples.ts";
import { fileIsName } from "./fileIsName.ts";
import { operationIdFromUrl } from "./operationIdFromUrl.ts";
import { optionalIsExtension } from "./optionalIsExtension.ts";
import { taggedUnions } from "./taggedUnions.ts";
import { unitPrices } from "./unitPrices.ts";

const rules = {
  "acyclic-schemas": acyclicSchemas,
  "csv-lists": csvLists,
  "error-responses": errorResponses,
  "everything-has-example": everythingHasExample,
  "exact-integers": exactIntegers,
  "exact-tuples": exactTuples,
  "file-is-name": fileIsName,
  "operation-id-from-url": operationIdFromUrl,
  "optional-is-extension": optionalIsExtension,
  "tagged-unions": taggedUnions,
  "unit-prices": unitPrices,
};

/** Redocly plugin: requirements of this contract beyond a valid description. */
export default function contract() {
  const all = Object.fromEntries(Object.keys(rules).map((name) => [`contract/${name}`, "error"]));
  return {
    id: "contract",
    rules: { oas3: rules },
    configs: { all: { rules: all } },
  };
}
