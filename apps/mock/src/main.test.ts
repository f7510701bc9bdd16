import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { findLine, serveBroken, start } from "./testing/startScript.ts";

test("the mock prints its URL, responds there, and stops on a signal", async () => {
  await using mock = start("main.ts", [], { PORTICO_MOCK_PORT: "0" });
  const url = await findLine(mock, /^mock: (http:\S+)$/);
  expect(await (await fetch(`${url}/healthz`)).json()).toEqual({ status: "ok" });
  const slow = fetch(`${url}/healthz`, { headers: { "Portico-Mock": "latency=60000" } }).catch(() => "cut");
  await fetch(`${url}/healthz`);
  mock.kill("SIGTERM"); // and no timer keeps the process alive
  expect([await once(mock, "exit"), await slow]).toEqual([[0, null], "cut"]);
});

test("--help explains its use", async () => {
  await using help = start("main.ts", ["--help"], {});
  const line = await findLine(help, /^ +(scenario=whale .*)$/);
  expect(line).toMatch(/0x0000000000000000000000000000000000005000 +5,000 tokens/);
});

/** Requests the list of chains from the proxy and exits with the status modulo 256. */
const FETCH_SCRIPT = `fetch(process.env.PORTICO_PROXY_URL + "/v1/chain/list").then(({ status }) => process.exit(status - 497))`;

test("a command runs behind the proxy: a response that violates the contract is a 500 to it, and ends with 1 and a report", async () => {
  using broken = await serveBroken();
  const folder = await mkdtemp(join(tmpdir(), "portico-mock-"));
  const file = join(folder, "report.json");
  const args = [broken.url, "--report", file, "--", process.execPath, "-e", FETCH_SCRIPT];
  await using proxy = start("proxy.ts", args, { PORTICO_PROXY_PORT: "0" });
  const [output, [code]] = await Promise.all([
    findLine(proxy, /^(validate: 1 responses of 1 operations, 1 violated the contract)$/),
    once(proxy, "exit"),
  ]);
  expect([output, code]).toEqual([expect.stringContaining("1 violated"), 1]);
  expect(JSON.parse(await readFile(file, "utf8"))).toMatchObject({
    answers: { getChainList: 1 },
    breaches: [{ operation: "getChainList", target: "/v1/chain/list", status: 200 }],
  });
  await rm(folder, { recursive: true });
});

test("the collection is printed as JSON", async () => {
  await using exported = start("exportCollection.ts", [], {});
  expect(await findLine(exported, /"name": "(Portico) /)).toBe("Portico");
});
