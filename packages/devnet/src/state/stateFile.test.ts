import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterAll, expect, test } from "vitest";
import { packState, unpackState } from "./stateFile.ts";

const folder = mkdtempSync(join(tmpdir(), "devnet-test-"));
const file = join(folder, "state.json.gz");
const path = join(folder, "state.json");
const origin = { seed: 1 };

afterAll(() => rmSync(folder, { recursive: true }));

const pack = (...chunks: string[]) =>
  packState(Readable.from(chunks.map((chunk) => Buffer.from(chunk))), { file, origin });

test("a packed state is restored, with its origin", async () => {
  await pack('{"blocks"', ":[1,", "2]}");
  expect(await unpackState(file, path)).toEqual(origin);
  expect(JSON.parse(readFileSync(path, "utf8"))).toEqual({ origin, blocks: [1, 2] });
});

test("a dump that is truncated, empty or not an object leaves the previous state", async () => {
  await pack('{"a":1}');
  await expect(pack('{"a"', ":")).rejects.toThrow("is truncated");
  await expect(pack()).rejects.toThrow("is truncated");
  await expect(pack("[]")).rejects.toThrow("not a JSON object");
  await unpackState(file, path);
  expect(JSON.parse(readFileSync(path, "utf8"))).toEqual({ origin, a: 1 });
});

test("a file that is truncated or something else is rejected", async () => {
  await pack('{"a":1}');
  const whole = readFileSync(file);
  for (let length = 0; length < whole.length; length += 1) {
    writeFileSync(file, whole.subarray(0, length));
    await expect(unpackState(file, path)).rejects.toThrow(/unexpected end of file|is empty/);
  }
  writeFileSync(file, "{}");
  await expect(unpackState(file, path)).rejects.toThrow("incorrect header check");
});
