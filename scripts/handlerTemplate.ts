/** The templates of `pnpm scaffold` for an operation, filled from the contract. */

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema?: { readonly type?: string | readonly string[]; readonly examples?: readonly unknown[] };
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value?: unknown }>>;
}

interface Content {
  readonly [type: string]: { readonly examples?: Readonly<Record<string, { readonly value?: unknown }>> };
}

/** An operation of the bundled contract, with its references resolved. */
export interface OperationInfo {
  readonly id: string;
  readonly method: string;
  /** As in the contract: `/v1/user/token_list`. */
  readonly path: string;
  readonly summary?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses?: Readonly<Record<string, { readonly content?: Content }>>;
}

const PARAMETER_LOCATIONS = ["path", "query"] as const;
/** Parameters with a different internal name. */
const INSIDE: Readonly<Record<string, string>> = { chain_id: "chain", chain_ids: "chains" };

const camel = (name: string): string => name.replaceAll(/_(\w)/g, (_all, letter: string) => letter.toUpperCase());
const insideName = (name: string): string => INSIDE[name] ?? camel(name);
const parametersIn = ({ parameters = [] }: OperationInfo, location: string) =>
  parameters.filter((parameter) => parameter.in === location);

const successOf = ({ responses = {} }: OperationInfo): [status: string, content: Content | undefined] => {
  const status = Object.keys(responses).find((code) => code.startsWith("2")) ?? "200";
  return [status, responses[status]?.content ?? (status === "200" ? {} : undefined)];
};

/** A typed handler: its inputs are destructured, and the function to be implemented has the response's type. */
export function renderHandler(operation: OperationInfo): string {
  const { id, method, path, summary } = operation;
  const [status, content] = successOf(operation);
  const inputs = PARAMETER_LOCATIONS.map(
    (location) => [location, parametersIn(operation, location).map(({ name }) => name)] as const,
  ).filter(([, names]) => names.length > 0);
  const fields: (readonly [name: string, type: string])[] = inputs.flatMap(([location, names]) =>
    names.map((name) => [insideName(name), `Call<"${id}">["${location}"]["${name}"]`] as const),
  );
  if (operation.requestBody) fields.push(["body", `Call<"${id}">["body"]`]);
  const inputText = fields.length === 0 ? "" : `, { ${fields.map(([name]) => name).join(", ")} }`;
  const inputType =
    fields.length === 0
      ? ""
      : `\ninterface Inputs {\n${fields.map(([name, type]) => `  readonly ${name}: ${type};`).join("\n")}\n}\n`;
  const takes = [...inputs.map(([location]) => location), ...(operation.requestBody ? ["body"] : []), "reply"].join(
    ", ",
  );
  const taken = inputs.map(([location, names]) => {
    const members = names.map((name) => (insideName(name) === name ? name : `${name}: ${insideName(name)}`));
    return `  const { ${members.join(", ")} } = ${location}; // validated, with defaults applied`;
  });
  const result = content ? `Extract<Reply<"${id}">, { status: ${status} }>["body"]` : "void";
  return `import type { ${fields.length === 0 ? "" : "Call, "}Reply } from "@portico/contract/server";
import type { Deps, Operation } from "../../deps.ts";
import { notBuilt } from "../notBuilt.ts";

/** ${method.toUpperCase()} ${path}${summary ? `: ${summary.charAt(0).toLowerCase()}${summary.slice(1)}` : ""} */
export const ${id}: Operation<"${id}"> = async ({ ${takes} }, deps) => {
${taken.map((line) => `${line}\n`).join("")}  ${content ? `return reply(${status}, await readResult(deps${inputText}));` : `await readResult(deps${inputText});\n  return reply(${status});`}
};
${inputType}
/** Implement this: what the contract specifies, using \`deps\`. Database queries belong in packages/store. */
const readResult = async (_deps: Deps${fields.length === 0 ? "" : ", _inputs: Inputs"}): Promise<${result}> =>
  notBuilt({ operationId: "${id}" });
`;
}

const exampleOf = ({ schema, example, examples }: Parameter): string => {
  const value = (example ?? Object.values(examples ?? {})[0]?.value ?? schema?.examples?.[0]) as
    | string
    | readonly string[]
    | undefined;
  if (value !== undefined) return String(value); // lists are comma-separated, as in the contract
  return schema?.type === "integer" || schema?.type === "number" ? "1" : "x";
};
const firstExample = (content: Content | undefined): unknown =>
  Object.values(Object.values(content ?? {})[0]?.examples ?? {})[0]?.value;

/** Longer examples are omitted. */
const LONGEST_EXAMPLE = 400;

/** For a test that only reads. */
const SHARED_SCENE = `import { expect, test } from "vitest";
import { getSharedApi } from "../../testing/sharedApi.ts";

const api = await getSharedApi(); // what it holds: testing/fill*.ts
`;

/** For a test that may write. */
const OWN_SCENE = `import { afterAll, expect, test } from "vitest";
import { startFilledApi } from "../../testing/startFilledApi.ts";

const api = await startFilledApi(); // what it holds: testing/fillStore.ts
afterAll(() => api.stop());
`;

/** A test that fails until the handler is implemented: its request uses the contract's own examples. */
export function renderHandlerTest(operation: OperationInfo): string {
  const { id, method, path } = operation;
  const [status, content] = successOf(operation);
  const filled = parametersIn(operation, "path").reduce(
    (text, parameter) => text.replace(`{${parameter.name}}`, encodeURIComponent(exampleOf(parameter))),
    path,
  );
  const required = parametersIn(operation, "query").filter(({ required: isRequired }) => isRequired);
  const inputText = Object.fromEntries(required.map((parameter) => [parameter.name, exampleOf(parameter)]));
  const query = new URLSearchParams(inputText).toString();
  const target = JSON.stringify(query === "" ? filled : `${filled}?${query}`);
  const body = JSON.stringify(JSON.stringify(firstExample(operation.requestBody?.content) ?? {}));
  const expected = JSON.stringify(firstExample(content));
  const isShown = expected !== undefined && expected.length <= LONGEST_EXAMPLE;
  return `${method === "get" ? SHARED_SCENE : OWN_SCENE}
test("${id} returns what the contract specifies", async () => {
  const response = await api.${method === "get" ? `get(${target})` : `post(${target}, ${body})`};
  expect(response.status).toBe(${status}); // a response that does not match the contract is a 500 here
${isShown ? `  expect(await response.json()).toEqual(${expected});\n` : ""}});
`;
}
