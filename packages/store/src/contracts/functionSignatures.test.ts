import { afterAll, expect, test } from "vitest";
import {
  countFunctionSignatures,
  deleteFunctionSignatures,
  importFunctionSignatures,
  listFunctionSignatures,
} from "./functionSignatures.ts";
import { createTestDatabase } from "../testing/testDatabase.ts";

const { db, drop } = await createTestDatabase();
afterAll(drop);

const transfer = { selector: "0xa9059cbb", signature: "transfer(address,uint256)" } as const;
const namesake = { selector: "0xa9059cbb", signature: "many_msg_babbage(bytes1)" } as const;
const approve = { selector: "0x095ea7b3", signature: "approve(address,uint256)" } as const;

test("imported names are found by selector, in the order of import, deduplicated", async () => {
  expect(await importFunctionSignatures(db, "ours", [transfer, transfer])).toBe(1);
  expect(await importFunctionSignatures(db, "theirs", [namesake, transfer, approve])).toBe(2);
  expect(await importFunctionSignatures(db, "theirs", [])).toBe(0);
  const wanted = [transfer.selector, approve.selector, "0x00000000"] as const;
  expect(await listFunctionSignatures(db, wanted)).toEqual(
    new Map([
      [transfer.selector, [transfer.signature, namesake.signature]],
      [approve.selector, [approve.signature]],
    ]),
  );
  expect(await listFunctionSignatures(db, [])).toEqual(new Map());
});

test("names of a source are counted and deleted", async () => {
  expect(await countFunctionSignatures(db)).toEqual(
    new Map([
      ["ours", 1],
      ["theirs", 2],
    ]),
  );
  expect(await deleteFunctionSignatures(db, "theirs")).toBe(2);
  expect(await deleteFunctionSignatures(db, "theirs")).toBe(0);
  expect(await countFunctionSignatures(db)).toEqual(new Map([["ours", 1]]));
});
