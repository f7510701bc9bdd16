import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { listFunctionSignatures } from "@portico/store";
import { createTestDatabase } from "@portico/store/testing";
import { toFunctionSelector } from "viem";
import { afterAll, afterEach, expect, test } from "vitest";
import { importFile } from "./selectors/importFile.ts";
import { createPrinter } from "./testing/createTestShell.ts";

const { db, drop } = await createTestDatabase();
const folder = mkdtempSync(join(tmpdir(), "portico-selectors-"));
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await drop();
});
afterEach(() => db.deleteFrom("function_signature").execute());

function write(name: string, content: unknown): string {
  const path = join(folder, name);
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
  return path;
}
const print = createPrinter(db);
const run = (...args: string[]) => print("selectors", ...args);
const names = async (selector: `0x${string}`) => (await listFunctionSignatures(db, [selector])).get(selector);

test("a list is imported line by line: a signature that doesn't match its selector is refused with its location", async () => {
  const path = write(
    "list.csv",
    [
      "selector,signature",
      "0xa9059cbb,transfer(address,uint256)",
      '"0x23b872dd","transferFrom(address,address,uint256)"',
      "  approve(address spender, uint amount)  ",
      "# a comment",
      "",
      "0xa9059cbb;transfer(address,uint256);many_msg_babbage(bytes1)",
      "0xdeadbeef,balanceOf(address)",
      "swap((uint24,(address,bytes)[2])[],bool)\r",
      "nothing at all",
      "f(uint7)",
      "f(T)",
      "TREASURY()",
    ].join("\n"),
  );
  expect(await run("import", path)).toEqual([
    "list.csv: 6 new, 1 known already, 4 rejected:",
    `  ${path}:8: balanceOf(address) has the selector 0x70a08231, not 0xdeadbeef`,
    `  ${path}:10: not a function signature: nothing at all`,
    `  ${path}:11: not a function signature: f(uint7)`,
    `  ${path}:12: not a function signature: f(T)`,
  ]);
  expect((await names("0xa9059cbb"))?.toSorted()).toEqual(["many_msg_babbage(bytes1)", "transfer(address,uint256)"]);
  expect(await names("0x095ea7b3")).toEqual(["approve(address,uint256)"]);
  expect(await names(toFunctionSelector("TREASURY()"))).toEqual(["TREASURY()"]);
});

const abi = [
  { type: "constructor", inputs: [] },
  { type: "event", name: "Moved", inputs: [] },
  { type: "function", name: "stake", inputs: [{ name: "amount", type: "uint256" }], outputs: [] },
  {
    type: "function",
    name: "place",
    inputs: [{ name: "order", type: "tuple[]", components: [{ name: "maker", type: "address" }] }],
  },
];

test("ABIs, artifacts and objects by selector are imported, each signature only once", async () => {
  const files = [
    write("Farm.abi.json", abi),
    write("Farm.json", { contractName: "Farm", abi, bytecode: "0x" }),
    write("names.json", ["exit()", "stake(uint256)"]),
    write("by.json", { "0xA694FC3A": ["stake(uint256)"], "0x2e1a7d4d": "withdraw(uint256)" }),
  ];
  expect(await run("import", ...files)).toEqual([
    "Farm.abi.json: 2 new.",
    "Farm.json: 0 new, 2 known already.",
    "names.json: 1 new, 1 known already.",
    "by.json: 1 new, 1 known already.",
  ]);
  expect(await names("0xa694fc3a")).toEqual(["stake(uint256)"]);
  expect(await run("list")).toEqual(["Farm.abi.json  2", "by.json        1", "names.json     1"]);
  expect(await run("remove", "Farm.abi.json")).toEqual(["Farm.abi.json: 2 removed."]);
  await expect(run("remove", "Farm.abi.json")).rejects.toThrow("No names were imported from 'Farm.abi.json'");
});

test("a folder is imported recursively, under one source name, and files without functions are skipped", async () => {
  const inner = join(folder, "artifacts", "deep");
  mkdirSync(inner, { recursive: true });
  writeFileSync(join(inner, "Farm.json"), JSON.stringify({ abi }));
  writeFileSync(join(inner, "Farm.dbg.json"), JSON.stringify({ buildInfo: "x" }));
  writeFileSync(join(inner, "README.md"), "Not a list\nat all");
  writeFileSync(join(inner, "a9059cbb"), "transfer(address,uint256);many_msg_babbage(bytes1)");
  writeFileSync(join(inner, "23b872dd"), "transfer(address,uint256)");
  const [first, ...refusals] = await run("import", join(folder, "artifacts"), "--source", "mine");
  expect(first).toBe("mine: 4 new, 1 rejected:");
  expect(refusals.join()).toContain("23b872dd:1: transfer(address,uint256) has the selector 0xa9059cbb");
  expect(await run("list")).toEqual(["mine  4"]);
});

test("long imports run in batches and report progress", async () => {
  const path = write("long.txt", Array.from({ length: 21 }, (_, index) => `f${index}(uint256)`).join("\n"));
  const message: string[] = [];
  const done = await importFile(db, { path, source: "long", report: (line) => message.push(line), batchSize: 2 });
  expect(done).toEqual({ read: 21, new: 21, refused: 0, refusals: [] });
  expect(message).toEqual(["long: 20 read, 20 new"]);
});

test.each([
  [["imported"], "unknown command 'imported'"],
  [["list", "all"], "too many arguments"],
  [["import"], "missing required argument 'files'"],
  [["import", "a", "--source", ""], "1 to 100 printable"],
  [["remove"], "missing required argument 'source'"],
  [["list", "--source", "x"], "unknown option '--source'"],
])("selectors %j is refused with a hint", async (args, message) => {
  await expect(run(...args)).rejects.toThrow(message);
});

test.each([
  ["nothing.json", { sources: {} }, "neither an ABI"],
  ["broken.json", "{", "neither an ABI"],
  ["binary", "a\0b", "neither JSON nor text"],
])("%s is refused entirely", async (name, content, message) => {
  await expect(run("import", write(name, content))).rejects.toThrow(message);
});
