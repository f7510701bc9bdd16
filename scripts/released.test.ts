import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import {
  announcedBump,
  diffContracts,
  formatReleased,
  judgeBreaks,
  judgeRelease,
  readApprovals,
  withoutExamples,
} from "./released.ts";

const answer = { description: "OK", content: { "application/json": { schema: { type: "string" } } } };
const operationOf = (operationId: string) => ({ get: { operationId, responses: { 200: answer } } });
/** A small contract: the real one takes the comparison ten times as long. */
const CONTRACT = {
  openapi: "3.1.0",
  info: { title: "Contract", version: "1.0.0" },
  paths: { "/v1/chain": operationOf("getChain"), "/v1/user/token_list": operationOf("getUserTokenList") },
  components: { examples: { Chain: { value: "eth" } } },
};

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "portico-released-"));
});

/** Compares the contract with itself after a change. */
function diffAfter(change: (document: { paths: Record<string, unknown>; components: object }) => void) {
  const [base, edited] = [join(folder, "base.json"), join(folder, "edited.json")];
  writeFileSync(base, JSON.stringify(CONTRACT));
  const document = structuredClone(CONTRACT);
  change(document);
  writeFileSync(edited, JSON.stringify(document));
  return diffContracts(base, edited);
}

test("a removed operation needs a major changeset, and the list names it", () => {
  const diff = diffAfter(({ paths }) => delete paths["/v1/user/token_list"]);
  expect(diff.bump).toBe("major");
  expect(judgeRelease(diff, "minor", "1.0.0")).toContain("/v1/user/token_list");
  expect(judgeRelease(diff, "major", "1.0.0")).toBeNull();
  expect(judgeRelease(diff, "patch", "0.1.0")).toContain("needs a 'minor' changeset");
  expect(judgeRelease(diff, "minor", "0.1.0")).toBeNull();

  const [{ at } = { at: "" }] = diff.breaks;
  expect(at).toContain("token_list");
  expect(judgeBreaks(diff, [])).toContain(`- at: "${at}"`);
  const approvals = diff.breaks.map((each) => ({ at: each.at, reason: "it was not requested" }));
  expect(judgeBreaks(diff, approvals)).toBeNull();
  expect(judgeBreaks(diff, [...approvals, { at: "#/paths/~1v1~1chain", reason: "it is unused" }])).toContain(
    "not breaking: #/paths/~1v1~1chain",
  );
});

test("a contract that is unchanged but for its examples needs no changeset, unlike fields of that name", () => {
  const diff = diffAfter(({ components }) => Object.assign(components, { examples: {} }));
  expect(diff.bump).toBe("none");
  expect(judgeRelease(diff, "none", "1.0.0")).toBeNull();
  expect(judgeBreaks(diff, [])).toBeNull();
  const properties = { example: { type: "string", examples: ["a"] } };
  expect(withoutExamples({ examples: {}, schemas: { example: { properties } } })).toEqual({
    schemas: { example: { properties: { example: { type: "string" } } } },
  });
});

test("the released contract is written so that a change is readable in a diff", () => {
  const text = readFileSync(join(import.meta.dirname, "../spec/released.json"), "utf8");
  expect(text).toBe(formatReleased(JSON.parse(text)));
});

test("an approval needs a location and a reason", () => {
  const file = join(folder, "approved.yaml");
  writeFileSync(file, "# none\n[]\n");
  expect(readApprovals(file)).toEqual([]);
  writeFileSync(file, '- at: "#/paths/x"\n  reason: " "\n');
  expect(() => readApprovals(file)).toThrow("#/paths/x");
});

test("the greatest bump of the changesets counts, and only for the given package", () => {
  writeFileSync(join(folder, "a.md"), '---\n"@portico/contract": minor\n---\n\nNew field.\n');
  writeFileSync(join(folder, "b.md"), '---\n"@portico/contract": patch\n"@portico/client": major\n---\n\nWords.\n');
  expect(announcedBump(folder, "@portico/contract")).toBe("minor");
  expect(announcedBump(folder, "@portico/store")).toBe("none");
});
