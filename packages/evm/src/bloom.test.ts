import * as fc from "fast-check";
import type { Hex } from "viem";
import { expect, test } from "vitest";
import {
  addToBloom,
  createBloom,
  equalBlooms,
  inBloom,
  isEmptyBloom,
  isFullBloom,
  mergeBloom,
  readBloom,
} from "./bloom.ts";
import { startTestAnvil } from "./testing/anvil.ts";

const item = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .map((bytes): Hex => `0x${Buffer.from(bytes).toString("hex")}`);

function bloomOf(items: readonly Hex[]) {
  const bloom = createBloom();
  for (const each of items) addToBloom(bloom, each);
  return bloom;
}

test("a node's bloom of a block with one log equals that of its address and topic", async () => {
  const anvil = await startTestAnvil(1);
  try {
    const [from, to]: Hex[] = [
      "0x00000000000000000000000000000000000000bb",
      "0x00000000000000000000000000000000000000aa",
    ];
    await anvil.setCode(to!, "0x60075f5fa1"); // LOG1(0, 0, topic 7)
    await anvil.call("anvil_setBalance", from, "0xde0b6b3a7640000");
    await anvil.call("eth_sendTransaction", { from, to });
    for (let block = { logsBloom: "0x0" }; isEmpty(block.logsBloom);) {
      block = await anvil.call("eth_getBlockByNumber", "latest", false);
      if (isEmpty(block.logsBloom)) continue;
      expect(equalBlooms(readBloom(block.logsBloom)!, bloomOf([to!, `0x${"7".padStart(64, "0")}`]))).toBe(true);
    }
  } finally {
    await anvil.stop();
  }
});

const isEmpty = (text: string) => /^0x0*$/.test(text);

test("added items are contained, merged or not, and most others are not", () => {
  const property = fc.property(fc.array(item, { maxLength: 20 }), fc.array(item, { maxLength: 20 }), (some, others) => {
    const bloom = bloomOf(some);
    mergeBloom(bloom, bloomOf(others));
    for (const each of [...some, ...others]) expect(inBloom(bloom, each)).toBe(true);
    expect(equalBlooms(bloom, bloomOf([...others, ...some]))).toBe(true);
    expect(isEmptyBloom(bloom)).toBe(some.length + others.length === 0);
  });
  fc.assert(property, { numRuns: 50 });
  const bloom = bloomOf(["0x01", "0x02"]);
  const unknownItems = Array.from({ length: 100 }, (_, at): Hex => `0x${(at + 1_000).toString(16).padStart(8, "0")}`);
  expect(unknownItems.filter((each) => inBloom(bloom, each))).toEqual([]);
});

test("an invalid bloom is not read, and one of all ones is full", () => {
  expect(readBloom(undefined)).toBeUndefined();
  expect(readBloom("0x00")).toBeUndefined();
  expect(readBloom(`0x${"zz".repeat(256)}`)).toBeUndefined();
  expect(isFullBloom(readBloom(`0x${"f".repeat(512)}`)!)).toBe(true);
  expect(isFullBloom(readBloom(`0x${"e".repeat(512)}`)!)).toBe(false);
});
