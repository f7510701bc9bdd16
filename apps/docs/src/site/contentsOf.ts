type Node = Readonly<Record<string, unknown>>;

/** What an operation's parameters, request body and successful responses consist of. */
export type OperationContents = {
  /** The names of parameters and fields, each once. */
  readonly fields: readonly string[];
  /** Their enum values, each once. */
  readonly values: readonly string[];
};

/** The fields of errors are the same everywhere. */
const SUCCESS = /^2/;
const EXAMPLES = new Set(["example", "examples"]);

/** @param operation - Without any `$ref`. */
export function contentsOf({ parameters = [], requestBody, responses }: Node): OperationContents {
  const [fields, values, seen] = [new Set<string>(), new Set<string>(), new Set<unknown>()];
  const collect = (node: unknown): void => {
    if (typeof node !== "object" || node === null || seen.has(node)) return;
    seen.add(node);
    for (const [key, child] of Object.entries(node)) {
      if (key === "properties") for (const name of Object.keys(child as Node)) fields.add(name);
      if (key === "enum" && Array.isArray(child)) for (const value of child) values.add(String(value));
      if (!EXAMPLES.has(key)) collect(child);
    }
  };
  for (const parameter of parameters as readonly { readonly name: string }[]) fields.add(parameter.name);
  const successes = Object.entries((responses ?? {}) as Node).filter(([status]) => SUCCESS.test(status));
  collect([parameters, requestBody, successes.map(([, response]) => response)]);
  return { fields: [...fields], values: [...values] };
}
