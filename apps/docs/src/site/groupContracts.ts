import { lookUp } from "../reference/dereference.ts";
import { type ApiDocument, METHODS, type Operation } from "../reference/sampleRequest.ts";
import type { SiteOperation } from "./listOperations.ts";

/** One group's operations as a separate contract, for readers for whom the full one is too long. */
export type GroupContract = {
  readonly tag: string;
  /** `openapi-user.json` */
  readonly file: string;
  readonly json: string;
  readonly operations: readonly SiteOperation[];
};

/** The contract by groups of operations, each with the components that it references. */
export const groupContracts = (contract: ApiDocument, operations: readonly SiteOperation[]): GroupContract[] =>
  [...Map.groupBy(operations, ({ tag }) => tag)].map(([tag, own]) => ({
    tag,
    file: `openapi-${tag.toLowerCase()}.json`,
    json: JSON.stringify(pick(contract, own), undefined, 1),
    operations: own,
  }));

function pick(contract: ApiDocument, operations: readonly SiteOperation[]): ApiDocument {
  const wanted = new Set(operations.map(({ id }) => id));
  const paths = Object.entries(contract.paths).flatMap(([path, item]) => {
    const others = new Set<string>(
      METHODS.filter((method) => {
        const { operationId } = (item[method] ?? {}) as { readonly operationId?: string };
        return operationId === undefined || !wanted.has(operationId);
      }),
    );
    const own = Object.entries(item).filter(([key]) => !others.has(key));
    return own.some(([key]) => METHODS.some((method) => method === key)) ? [[path, Object.fromEntries(own)]] : [];
  });
  const picked = {
    ...contract,
    tags: (contract.tags ?? []).filter(({ name }) => operations.some(({ tag }) => tag === name)),
    paths: Object.fromEntries(paths) as ApiDocument["paths"],
  };
  return { ...picked, components: { ...componentsOf(contract, picked.paths), ...securityOf(picked) } };
}

/** The security schemes of the document and its operations. */
function securityOf({ security = [], paths, components }: ApiDocument): object {
  const operations = Object.values(paths).flatMap((item) => METHODS.flatMap((method) => item[method] ?? []));
  const wanted = operations.flatMap((operation) => (operation as Operation).security ?? []);
  const named = new Set([...security, ...wanted].flatMap((schemes) => Object.keys(schemes)));
  const schemes = Object.entries(components?.securitySchemes ?? {}).filter(([name]) => named.has(name));
  return { securitySchemes: Object.fromEntries(schemes) };
}

/** The directly and transitively referenced components, by name. */
function componentsOf(contract: ApiDocument, node: unknown): Record<string, Record<string, unknown>> {
  const refs = new Set<string>();
  const collect = (part: unknown): void => {
    if (typeof part !== "object" || part === null) return;
    const { $ref } = part as { readonly $ref?: unknown };
    if (typeof $ref === "string" && !refs.has($ref)) {
      refs.add($ref);
      collect(lookUp(contract, $ref));
    }
    for (const child of Object.values(part)) collect(child);
  };
  collect(node);
  const kinds = Map.groupBy([...refs].toSorted(), (ref) => ref.split("/")[2] ?? "");
  return Object.fromEntries(
    [...kinds].map(([kind, of]) => [
      kind,
      Object.fromEntries(of.map((ref) => [ref.split("/")[3] ?? "", lookUp(contract, ref)])),
    ]),
  );
}
