import { once } from "node:events";
import { expect, test } from "vitest";
import { findLine, serveBroken, start } from "./testing/startScript.ts";

test("without a command the proxy runs until it is stopped, and only reports if it is lenient", async () => {
  using broken = await serveBroken();
  await using proxy = start("proxy.ts", [broken.url, "--lenient"], { PORTICO_PROXY_PORT: "0" });
  const url = await findLine(proxy, /^validate: listening on (http:\S+),/);
  expect((await fetch(`${url}/v1/chain/list`)).status).toBe(200);
  proxy.kill("SIGTERM");
  expect(await once(proxy, "exit")).toEqual([1, null]);
});

test("the command's exit code is the proxy's if nothing violated the contract", async () => {
  const args = ["http://127.0.0.1:1", "--", process.execPath, "-e", "process.exit(3)"];
  await using calm = start("proxy.ts", args, { PORTICO_PROXY_PORT: "0" });
  expect(await once(calm, "exit")).toEqual([3, null]);
});

test.for([
  ["127.0.0.1:4000", "is not an http or https URL"],
  ["http://127.0.0.1:1 -- no-such-command", "no-such-command"],
] as const)("%s ends with 2 and an explanation", async ([args, message]) => {
  await using proxy = start("proxy.ts", args.split(" "), { PORTICO_PROXY_PORT: "0" });
  let text = "";
  proxy.stderr?.on("data", (part: Buffer) => (text += part.toString()));
  expect([await once(proxy, "close"), text.split("\n")]).toEqual([
    [2, null],
    [expect.stringContaining(message), ""],
  ]);
});
