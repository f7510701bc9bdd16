import { operationTable } from "@portico/contract";
import { expect, test } from "vitest";
import { readContract, type Contract } from "./contract.ts";
import { renderPackage } from "./renderPackage.ts";

const files = renderPackage(readContract(), "1.2.3");

test("there is a method for each operation that a key or a user's token opens, and for no other", () => {
  const isStream = (responses: object) => Object.values(responses).flat().includes("text/event-stream");
  const opened = Object.entries(operationTable)
    .filter(([, { security }]) => security.some((scheme) => "AccessKey" in scheme || "OAuth2" in scheme))
    .filter(([, { responses }]) => !isStream(responses));
  const names = opened
    .map(([id]) => id.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
    .toSorted((a, b) => a.localeCompare(b));
  const [withData = "", withMeta = ""] = files["operations.py"]?.split("class OperationsWithMeta") ?? [];
  for (const text of [withData, withMeta]) {
    const methods = Array.from(text.matchAll(/def ((?:get|post|put|patch|delete)_\w+)/g), ([, name = ""]) => name);
    expect(methods.toSorted((a, b) => a.localeCompare(b))).toEqual(names);
  }
  const paged = opened.filter(([, { parameters }]) =>
    parameters.some(({ name }) => name === "cursor" || name === "start"),
  );
  const iterators = Array.from(withData.matchAll(/def (iter_\w+)\(/g), ([, name = ""]) => name);
  expect(iterators.filter((name) => !name.endsWith("_pages"))).toHaveLength(paged.length);
});

const documentOf = (schemas: object, parameters: readonly object[] = []): Contract =>
  ({
    security: [{ AccessKey: [] }],
    paths: {
      "/v1/things/{thing_id}": {
        get: {
          operationId: "getThing",
          summary: "Get a thing",
          description: 'Says """hello""" and \\.',
          "x-units": 1,
          parameters: [{ name: "thing_id", in: "path", required: true, schema: { type: "string" } }, ...parameters],
          responses: {
            200: {
              description: "It.",
              content: { "application/json": { schema: { $ref: "#/components/schemas/thing" } } },
            },
            404: {},
          },
        },
      },
    },
    components: { schemas, parameters: {} },
  }) as unknown as Contract;

const THING = {
  type: "object",
  required: ["id", "from", "kind"],
  properties: {
    id: { type: "string", description: "Its id." },
    from: { type: ["string", "null"] },
    kind: { enum: ["a", "b"] },
    pair: { prefixItems: [{ type: "string" }, { type: "number" }] },
    raw_amount: { type: "integer", format: "uint256", anyOf: [{ type: "integer" }, { type: "number" }] },
    by_name: { additionalProperties: { type: "integer" }, type: "object" },
    part: { type: "object", properties: { is_on: { const: true } } },
    any: {},
  },
};

test("schemas become typed dictionaries: required and optional keys, keywords, pairs, parts and bases", () => {
  const big = {
    allOf: [{ $ref: "#/components/schemas/thing" }],
    required: ["size"],
    properties: { size: { type: "number" } },
  };
  const text = renderPackage(
    documentOf({
      thing: { ...THING, properties: { ...THING.properties, big: { $ref: "#/components/schemas/big" } } },
      big,
    }),
    "1",
  )["schemas.py"];
  for (const line of [
    `_ThingKeys = TypedDict("_ThingKeys", {"from": "Optional[str]"}, total=True)`,
    `class _ThingRequired(_ThingKeys):`,
    `class Thing(_ThingRequired, total=False):`,
    `    id: str`,
    `    """Its id."""`,
    `    kind: Literal["a", "b"]`,
    `    pair: List[Union[str, float]]`,
    `    raw_amount: int`,
    `    by_name: Dict[str, int]`,
    `    part: ThingPart`,
    `    is_on: Literal[True]`,
    `    any: Any`,
    `class Big(Thing):`,
  ])
    expect(text?.split("\n")).toContain(line);
});

test("operations become methods whose docstrings cannot end early", () => {
  const text = renderPackage(documentOf({ thing: THING }), "1")["operations.py"] ?? "";
  expect(text).toContain("def get_thing(self, *, thing_id: str) -> schemas.Thing:");
  expect(text).toContain(String.raw`Says \"\"\"hello\"\"\" and \\.`);
  expect(text).toContain("``GET /v1/things/{thing_id}``; 1 unit.");
  expect(text).toContain(`self._call("GET", f"/v1/things/{quote(thing_id, safe='')}").data`);
});

test("what Python cannot say is refused, not guessed", () => {
  const twice = { name: "thing_id", in: "query", schema: { type: "string" } };
  expect(() => renderPackage(documentOf({ thing: THING }, [twice]), "1")).toThrow("two arguments of one name");
  expect(() => renderPackage(documentOf({ thing: THING, Any: THING }), "1")).not.toThrow();
  const taken = { ...THING, properties: { it: { $ref: "#/components/schemas/any" } } };
  expect(() => renderPackage(documentOf({ thing: taken, any: THING }), "1")).toThrow("cannot be called Any");
});
