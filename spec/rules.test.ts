import { readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { copySpec, lint, type Finding } from "./redocly.testing.ts";
import contract from "./rules/contract.ts";

interface Damage {
  readonly rule: string;
  readonly what: string;
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

/** Each in a separate file, so that one run finds all of them. */
const damages: readonly Damage[] = [
  {
    rule: "contract/acyclic-schemas",
    what: "a schema that contains itself",
    file: "schemas/PortfolioProxyProject.yaml",
    from: "properties:",
    to: "properties:\n  parent: { $ref: ./PortfolioProxy.yaml }",
  },
  {
    rule: "contract/csv-lists",
    what: "a query list without explode: false",
    file: "parameters/ChainIds.yaml",
    from: "explode: false\n",
    to: "",
  },
  {
    rule: "contract/error-responses",
    what: "a keyed operation without 429",
    file: "paths/v1/pool.yaml",
    from: '    "429": { $ref: ../../responses/TooManyRequests.yaml }\n',
    to: "",
  },
  {
    rule: "contract/error-responses",
    what: "an operation with a body and without 415",
    file: "paths/v1/wallet/explain_tx.yaml",
    from: '    "415": { $ref: ../../../responses/UnsupportedMediaType.yaml }\n',
    to: "",
  },
  {
    rule: "contract/everything-has-example",
    what: "a parameter without an example",
    file: "parameters/UserId.yaml",
    from: 'example: "0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266"\n',
    to: "",
  },
  {
    rule: "contract/exact-integers",
    what: "uint256 on a string",
    file: "schemas/UserToken.yaml",
    from: "type: integer\n    format: uint256",
    to: "type: string\n    format: uint256",
  },
  {
    rule: "contract/exact-integers",
    what: "uint256 without its form as a double",
    file: "schemas/LedgerResidual.yaml",
    from: "exclusiveMinimum: 9007199254740991",
    to: "minimum: 0",
  },
  {
    rule: "contract/exact-tuples",
    what: "a tuple of any length",
    file: "schemas/TokenHolder.yaml",
    from: "minItems: 2\n",
    to: "",
  },
  {
    rule: "contract/file-is-name",
    what: "a reference to a part of a file",
    file: "schemas/Receive.yaml",
    from: "properties:",
    to: "properties:\n  extra: { $ref: ./Send.yaml#/properties/amount, x-extension: true }",
  },
  {
    rule: "contract/operation-id-from-url",
    what: "an operationId of another name",
    file: "paths/v1/protocol.yaml",
    from: "getProtocol",
    to: "getTheProtocol",
  },
  {
    rule: "contract/optional-is-extension",
    what: "an optional field that is not marked",
    file: "schemas/Pool.yaml",
    from: "properties:",
    to: "properties:\n  colour: { type: string, description: A colour., examples: [red] }",
  },
  {
    rule: "contract/tagged-unions",
    what: "a choice without a discriminator",
    file: "schemas/Attribute.yaml",
    from: "value: {",
    to: "value: { oneOf: [{ type: string }, { type: number }],",
  },
  {
    rule: "contract/unit-prices",
    what: "a data operation without a price",
    file: "paths/v1/token.yaml",
    from: "  x-units: 1\n",
    to: "",
  },
  {
    rule: "contract/unit-prices",
    what: "a price of half a unit",
    file: "paths/v1/chain.yaml",
    from: "x-units: 1",
    to: "x-units: 0.5",
  },
  {
    rule: "contract/unit-prices",
    what: "a price of an operation without an account",
    file: "paths/readyz.yaml",
    from: "  tags: [Health]\n",
    to: "  tags: [Health]\n  x-units: 1\n",
  },
  {
    rule: "contract/unit-prices",
    what: "a price for reading the remaining units",
    file: "paths/v1/account/units.yaml",
    from: "x-units: 0",
    to: "x-units: 1",
  },
  {
    rule: "no-invalid-media-type-examples",
    what: "an example that does not pass its schema",
    file: "examples/Protocol.yaml",
    from: "tvl: 31854021447",
    to: "tvl: a lot",
  },
];

let clean: Finding[];
let damaged: Finding[];
let spec: Awaited<ReturnType<typeof copySpec>>;

beforeAll(async () => {
  spec = await copySpec();
  clean = await lint(spec.dir);
  for (const damage of damages) await apply(damage);
  await rename(path.join(spec.dir, "spec/paths/healthz.yaml"), path.join(spec.dir, "spec/paths/health.yaml"));
  await replace("openapi.yaml", "paths/healthz.yaml", "paths/health.yaml");
  damaged = await lint(spec.dir);
});

afterAll(() => spec.remove());

const apply = ({ file, from, to }: Damage): Promise<void> => replace(file, from, to);

async function replace(file: string, from: string, to: string): Promise<void> {
  const full = path.join(spec.dir, "spec", file);
  const text = await readFile(full, "utf8");
  if (!text.includes(from)) throw new Error(`${file} has no ${JSON.stringify(from)} to damage`);
  await writeFile(full, text.replace(from, to));
}

test("the spec has no warnings", () => {
  expect(clean).toEqual([]);
});

test.each(damages)("$rule finds $what", ({ rule, file }) => {
  expect(damaged.filter((finding) => finding.rule === rule).map((finding) => finding.file)).toContain(file);
});

test("contract/file-is-name finds a path whose file is not its URL", () => {
  const message = "The file of /healthz must be paths/healthz.yaml.";
  expect(damaged).toContainEqual({ rule: "contract/file-is-name", file: "openapi.yaml", message });
});

test("every custom rule has a planted violation", () => {
  const planted = new Set(damages.map(({ rule }) => rule));
  expect(Object.keys(contract().rules.oas3).filter((name) => !planted.has(`contract/${name}`))).toEqual([]);
});
