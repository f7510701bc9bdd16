import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { readConfig } from "../../config.ts";

const folder = mkdtempSync(join(tmpdir(), "portico-names-"));
afterAll(() => rmSync(folder, { recursive: true }));

function read(content: unknown) {
  const path = join(folder, "names.json");
  const lines = Array.isArray(content) ? content.map((one) => JSON.stringify(one)).join(",\n") : undefined;
  writeFileSync(path, lines === undefined ? toText(content) : `[\n${lines}\n]`);
  return readConfig({ DATABASE_URL: "postgresql://localhost/portico", PORTICO_CONTRACT_NAMES: path }).contractNames;
}

const toText = (content: unknown): string => (typeof content === "string" ? content : JSON.stringify(content));

const row = { chain: "eth", address: "0xABcdef0000000000000000000000000000000001", protocol: "vaultco" };

test("rows of the file are the operator's names; without the setting there are none", () => {
  expect(read([row, { ...row, chain: "base", name: "Vault Co", use: "bridge" }])).toEqual([
    { ...row, address: row.address.toLowerCase(), name: undefined, use: undefined },
    { ...row, address: row.address.toLowerCase(), chain: "base", name: "Vault Co", use: "bridge" },
  ]);
  expect(read([])).toEqual([]);
  expect(readConfig({ DATABASE_URL: "postgresql://localhost/portico" }).contractNames).toEqual([]);
});

test.each([
  [[row, { ...row, chain: "mars" }], /names\.json:3: chain must be a chain id, such as eth, not "mars"/],
  [[{ ...row, address: "0x12" }], /names\.json:2: address must be 0x and 40 hex digits, not "0x12"/],
  [[{ chain: "eth", address: row.address }], /names\.json:2: protocol must be .*, not missing/],
  [[{ ...row, protocol: "Vault Co" }], /names\.json:2: protocol must be a-z/],
  [
    [{ ...row, protocol: "base_hop" }],
    /names\.json:2: protocol must be a-z, 0-9 and _, at most 64, without a chain's prefix/,
  ],
  [[{ ...row, name: "" }], /names\.json:2: name must be 1 to 100/],
  [[{ ...row, name: "a\u202Eb" }], /names\.json:2: name must be 1 to 100/],
  [[{ ...row, use: "casino" }], /names\.json:2: use must be one of bridge, donation, exchange, other, not "casino"/],
  [[{ ...row, label: "x" }], /names\.json:2: "label" is not a field; there are chain, address, protocol, name, use/],
  [[row, row], /names\.json:3: address is named twice on eth/],
  [[row, "x"], /names\.json:3 must be an object/],
  [{ rows: [] }, /must be a list of rows/],
  ["{", /names\.json is not JSON/],
])("%j is refused with file, line and field", (content, message) => {
  expect(() => read(content)).toThrow(message);
  expect(() => read(content)).toThrow(/^PORTICO_CONTRACT_NAMES: /);
});

test("a missing file is an error", () => {
  const env = { DATABASE_URL: "postgresql://localhost/portico", PORTICO_CONTRACT_NAMES: join(folder, "none.json") };
  expect(() => readConfig(env)).toThrow(/^PORTICO_CONTRACT_NAMES: .*none\.json could not be read/);
});
