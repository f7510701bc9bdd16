import { dereference } from "../reference/dereference.ts";
import { METHODS, type ApiDocument, type Operation } from "../reference/sampleRequest.ts";
import { contentsOf, type OperationContents } from "./contentsOf.ts";
import { REFERENCE } from "./pageList.ts";

/** An operation as shown on the site's own pages. */
export type SiteOperation = OperationContents & {
  readonly id: string;
  /** Upper case. */
  readonly method: string;
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  /** "2", "1 per recipient", "" if it is free. */
  readonly price: string;
  readonly isExtension: boolean;
  /** Its URL in the reference. */
  readonly url: string;
};

type Described = Operation & {
  readonly tags?: readonly string[];
  readonly summary?: string;
  readonly description?: string;
  readonly "x-units"?: number;
  readonly "x-units-per"?: string;
  readonly "x-extension"?: boolean;
};

export const listOperations = (contract: ApiDocument): SiteOperation[] =>
  Object.entries(dereference(contract).paths).flatMap(([path, item]) =>
    METHODS.filter((method) => method in item).map((method) => describe(path, method, item[method] as Described)),
  );

function describe(path: string, method: string, operation: Described): SiteOperation {
  const { operationId, tags = [], summary = "", description = "" } = operation;
  const { "x-units": units, "x-units-per": per, "x-extension": isExtension = false } = operation;
  const tag = tags[0] ?? "";
  return {
    id: operationId,
    method: method.toUpperCase(),
    path,
    tag,
    summary,
    description,
    ...contentsOf(operation),
    price: units === undefined ? "" : per === undefined ? String(units) : `${units} per ${per}`,
    isExtension,
    url: `${addressOfReference}#/${tag.toLowerCase()}/${operationId.toLowerCase()}`,
  };
}

const addressOfReference = `${REFERENCE}.html`;
