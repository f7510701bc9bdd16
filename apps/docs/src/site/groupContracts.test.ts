import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { lookUp } from "../reference/dereference.ts";
import type { ApiDocument } from "../reference/sampleRequest.ts";
import { groupContracts } from "./groupContracts.ts";
import { listOperations } from "./listOperations.ts";

const file = fileURLToPath(import.meta.resolve("@portico/contract/openapi.json"));
const contract = JSON.parse(readFileSync(file, "utf8")) as ApiDocument;

test("each group is a self-contained contract with only the components that it needs, and together they have every operation once", () => {
  const operations = listOperations(contract);
  const groups = groupContracts(contract, operations);
  const found = groups.flatMap(({ json }) => {
    const document = JSON.parse(json) as ApiDocument;
    const refs = [...json.matchAll(/"\$ref": "([^"]+)"/g)].map(([, ref = ""]) => ref);
    expect(refs).not.toEqual([]);
    expect(refs.filter((ref) => lookUp(document, ref) === undefined)).toEqual([]);
    expect(document.tags).toHaveLength(1);
    return listOperations(document).map(({ id }) => id);
  });
  expect(found.toSorted()).toEqual(operations.map(({ id }) => id).toSorted());
  expect(groups.map((group) => group.file)).toContain("openapi-user.json");
  const componentsOf = (name: string) =>
    (JSON.parse(groups.find(({ tag }) => tag === name)?.json ?? "") as ApiDocument).components ?? {};
  expect(Object.keys(componentsOf("User").securitySchemes ?? {})).toEqual(["AccessKey"]);
  expect(Object.keys(componentsOf("Dashboard").securitySchemes ?? {})).toEqual([
    "AccessKey",
    "DashboardSession",
    "CsrfToken",
  ]);
  expect(componentsOf("Health")).not.toHaveProperty("schemas.UserToken");
});
