import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { SAMPLES } from "./web/pages/console/codeSamples.ts";
import type { ConsoleOperation } from "./web/pages/console/consoleOperation.ts";
import { startInput, toRequest } from "./web/pages/console/consoleRequest.ts";

const API = "https://api.example";
const parameter = { in: "query", kind: "string", isRequired: false, description: "", example: "eth" } as const;
const LIST: ConsoleOperation = {
  id: "getUserAllTokenList",
  method: "GET",
  path: "/v1/user/{part}",
  summary: "",
  tag: "User",
  parameters: [
    { ...parameter, name: "part", in: "path", isRequired: true, example: "all token/list" },
    { ...parameter, name: "id" },
    { ...parameter, name: "chain_ids", kind: "array" },
    { ...parameter, name: "is_all", kind: "boolean" },
    { ...parameter, name: "limit", kind: "integer" },
    { ...parameter, name: "X-Fields", in: "header" },
  ],
};
/** Ends strings of shells and programs, and expands in them, unless it is quoted. */
const HOSTILE = `'"$(touch owned)\`\\\n\u202E\${1}#`;

test("a form begins with examples of what is required, and what is empty is not sent", () => {
  expect(toRequest(API, LIST, startInput(LIST))).toMatchObject({
    url: "https://api.example/v1/user/all%20token%2Flist",
    headers: {},
    body: undefined,
  });
});

test("a request as curl has its values, whatever they contain, and no key", () => {
  const request = toRequest(API, LIST, { values: { part: "x", id: HOSTILE, "X-Fields": "it's" }, body: "" });
  const script = SAMPLES.curl(request).replace(/^curl/, `printf '%s\\n'`);
  const printed = execFileSync("sh", ["-c", script], { env: { PORTICO_ACCESS_KEY: "KEY" }, encoding: "utf8" });
  expect(printed.split("\n")).toEqual(["-H", "AccessKey: KEY", "-H", "X-Fields: it's", request.url, ""]);
  expect(new URL(request.url).searchParams.get("id")).toBe(HOSTILE.trim());
});

test("a request as TypeScript and Python has typed literals, and text that can't end them", () => {
  const values = { part: "x", id: HOSTILE, chain_ids: "eth, base", is_all: "true", limit: "5", "X-Fields": "id" };
  const request = toRequest(API, LIST, { values, body: "" });
  const typescript = SAMPLES.TypeScript(request, API);
  expect(typescript).toContain(`client.GET("/v1/user/{part}", {`);
  expect(typescript).toContain(`"chain_ids": ["eth", "base"], "is_all": true, "limit": 5 }`);
  const python = SAMPLES.Python(request, API);
  expect(python).toContain(`portico.get_user_all_token_list(part="x", id="`);
  expect(python).toContain(`chain_ids=["eth", "base"], is_all=True, limit=5, fields="id")`);
  for (const code of [typescript, python]) {
    const literal = /id"?[:=] ?("(?:[^"\\]|\\.)*")/.exec(code)?.[1] ?? "";
    expect(JSON.parse(literal)).toBe(HOSTILE.trim());
    expect(literal).not.toMatch(/[^ -~]/);
  }
});
