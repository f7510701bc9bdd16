import { expect, test } from "vitest";
import { createLog } from "./createLog.ts";
import { recordLines } from "../testing/recordLines.ts";

const secrets = {
  refresh_token: "S3CRET",
  code: "S3CRET",
  client_secret: "S3CRET",
  cookie: "S3CRET",
  "set-cookie": ["S3CRET"],
  AccessKey: "S3CRET",
};

test("secrets in logged request objects are redacted", () => {
  const { sink, text } = recordLines();
  const log = createLog("test", "info", sink);
  const line = { ...secrets, body: secrets, req: { headers: { authorization: "S3CRET", ...secrets } } };
  log.info({ ...line, list: [secrets], deep: { a: { b: { c: { d: secrets } } } } }, "hello");
  expect(text()).toContain("hello");
  expect(text()).not.toContain("S3CRET");
  expect(secrets.code).toBe("S3CRET"); // the logged object itself is unchanged
});

test("an error is logged with its message, stack, cause and code, without the secrets in it", () => {
  const { sink, text } = recordLines();
  const cause = Object.assign(new Error("refused"), { code: "ECONNREFUSED", config: secrets });
  const error = Object.assign(new Error("not sent", { cause }), { code: "42P01", request: { headers: secrets } });
  createLog("test", "info", sink).error({ err: error, other: cause }, "failed");
  expect(JSON.parse(text())).toMatchObject({
    err: {
      type: "Error",
      message: "not sent: refused",
      code: "42P01",
      stack: expect.stringContaining("createLog.test.ts"),
    },
    other: { message: "refused", code: "ECONNREFUSED" },
  });
  expect(text()).not.toContain("S3CRET");
});
