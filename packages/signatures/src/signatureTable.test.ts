import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import type { Hex } from "@portico/evm";
import { toFunctionSelector } from "viem";
import { afterAll, expect, test } from "vitest";
import { packBlock } from "./block.ts";
import { packSignatures } from "./packSignatures.ts";
import { openSignatureTable } from "./signatureTable.ts";

const table = await openSignatureTable();
const folder = await mkdtemp(join(tmpdir(), "signatures-"));
afterAll(() => rm(folder, { recursive: true }));

const all = (await Promise.all(Array.from({ length: table.blocks }, (_, block) => table.list(block)))).flat();
const selectorOf = (signature: string): Hex => toFunctionSelector(`function ${signature}`);

test("the bundled table has functions of many protocols, each found by its selector", async () => {
  const sampled = all.filter((_, index) => index % 997 === 0);
  const known = [
    "transfer(address,uint256)",
    "swapCompact()",
    "claimRewards(address[],uint256[])",
    "bridgeETHTo(address,uint32,bytes)",
    ...sampled,
  ];
  const found = await table.findAll(known.map(selectorOf));
  expect(known.filter((signature) => !found.get(selectorOf(signature))!.includes(signature))).toEqual([]);
  expect(all.length).toBeGreaterThan(150_000);
});

test("an absent selector, and a text that isn't one, have no signatures", async () => {
  const odd = ["0x01020304", "0x", "0xA9059CBB", "0xa9059cbb00", "__proto__", "0x-9059cbb", ""] as Hex[];
  expect([...(await table.findAll(odd)).values()].flat()).toEqual([]);
  expect(await table.findAll([])).toEqual(new Map());
});

test("packing the rows of the file makes the file, without duplicates", async () => {
  expect(new Set(all).size).toBe(all.length);
  const file = await readFile(join(import.meta.dirname, "signatures.bin"));
  for (const block of [0, 345, table.blocks - 1]) {
    const packed = file.subarray(file.readUInt32LE(4 * block), file.readUInt32LE(4 * block + 4));
    const again = packBlock((await table.list(block)).toReversed());
    expect(brotliDecompressSync(again).equals(brotliDecompressSync(packed))).toBe(true);
  }
});

test("selectors that functions share have all of them, the shortest first", async () => {
  const path = join(folder, "shared.bin");
  const signatures = [
    "transfer(bytes4[9],bytes5[6],int48[11])",
    "transfer(address,uint256)",
    "many_msg_babbage(bytes1)",
  ];
  await writeFile(path, packSignatures(signatures));
  const shared = await openSignatureTable(path);
  expect((await shared.findAll(["0xa9059cbb"])).get("0xa9059cbb")).toEqual([
    "many_msg_babbage(bytes1)",
    "transfer(address,uint256)",
    "transfer(bytes4[9],bytes5[6],int48[11])",
  ]);
});
