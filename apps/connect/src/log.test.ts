import { Writable } from "node:stream";
import { expect, test } from "vitest";
import { createLog } from "./log.ts";

test("what comes into the log with a request's parts is blotted out", () => {
  let lines = "";
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines += chunk.toString();
      done();
    },
  });
  const log = createLog("info", sink);
  const secrets = {
    refresh_token: "S3CRET",
    code: "S3CRET",
    client_secret: "S3CRET",
    cookie: "S3CRET",
    "set-cookie": "S3CRET",
  };
  log.info({ ...secrets, body: secrets, req: { headers: { authorization: "S3CRET", ...secrets } } }, "hello");
  expect(lines).toContain("hello");
  expect(lines).not.toContain("S3CRET");
});
