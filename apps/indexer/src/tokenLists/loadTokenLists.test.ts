import { mkdtemp, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Writable } from "node:stream";
import { chains, getChain } from "@portico/evm";
import { pino } from "pino";
import { afterAll, expect, test } from "vitest";
import { bundledLists } from "./bundledLists.ts";
import { listTokenSources, loadTokenLists } from "./loadTokenLists.ts";
import { readLimited } from "./operatorList.ts";

const folder = await mkdtemp(join(tmpdir(), "portico-lists-"));
afterAll(() => rm(folder, { recursive: true }));

const eth = getChain("eth");
const USDC = "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48";
const OURS = `0x${"5".repeat(40)}`;

async function load(setting: string | undefined) {
  let logged = "";
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      logged += chunk.toString();
      done();
    },
  });
  const lists = await loadTokenLists(listTokenSources(setting) ?? [], pino({}, sink));
  return { lists, logged: () => logged };
}

async function writeList(name: string, tokens: object[]): Promise<string> {
  const path = join(folder, name);
  const version = { major: 1, minor: 0, patch: 0 };
  await writeFile(path, JSON.stringify({ name: "Ours", timestamp: "2026-01-01T00:00:00Z", version, tokens }));
  return path;
}

test("without a setting the packages' lists are used, which have tokens on many chains", async () => {
  const { lists, logged } = await load(undefined);
  const tokens = lists.listFor(eth);
  expect(tokens.length).toBeGreaterThan(1000);
  expect(tokens.find(({ address }) => address === USDC)).toMatchObject({ symbol: "USDC", decimals: 6, isCore: true });
  expect(chains.filter((chain) => lists.listFor(chain).some(({ symbol }) => symbol !== null)).length).toBeGreaterThan(
    50,
  );
  expect(chains.reduce((sum, chain) => sum + lists.listFor(chain).length, 0)).toBeGreaterThan(8000);
  expect(logged()).toBe("");
});

test("the table's tokens are listed for their names, unless another list or this repository has them", async () => {
  const { lists } = await load(undefined);
  const nameOnly = lists.listNameOnly(eth);
  expect([nameOnly.has(USDC), nameOnly.has(eth.wrappedToken!), nameOnly.size > 1000]).toEqual([false, false, true]);
  const [only = ""] = nameOnly;
  const token = { chainId: 1, name: "Ours", symbol: "OURS", decimals: 3, address: only };
  const both = (await load(`${await writeList("trusted.json", [token])},default`)).lists;
  expect([both.listNameOnly(eth).has(only as never), both.listNameOnly(eth).size]).toEqual([false, nameOnly.size - 1]);
  expect((await load(join(folder, "trusted.json"))).lists.listNameOnly(eth).size).toBe(0);
});

test.each(bundledLists)("the list $name is well formed, with each token once and logos on https", async (source) => {
  for (const licence of source.licence?.split(" AND ") ?? [""]) {
    expect(licence).toMatch(/^(MIT|ISC|Apache-2\.0|BSD-[23]-Clause)$/);
  }
  for (const tokens of (await source.read()).values()) {
    expect(new Set(tokens.map(({ address }) => address)).size).toBe(tokens.length);
    for (const { address, decimals, logoUrl } of tokens) {
      expect(address).toMatch(/^0x[0-9a-f]{40}$/);
      expect(decimals ?? 0).toSatisfy((value: number) => Number.isInteger(value) && value >= 0 && value <= 255);
      expect(logoUrl ?? "https:").toMatch(/^https:/);
    }
  }
});

test("lists can be switched off", () => {
  expect(listTokenSources(" none ")).toBeUndefined();
  expect(listTokenSources("")?.length).toBe(bundledLists.length);
});

test("an operator's list replaces the packages' lists, or precedes them", async () => {
  const token = { chainId: 1, name: "Ours", symbol: "OURS", decimals: 3 };
  const path = await writeList("ours.json", [
    { ...token, address: OURS },
    { ...token, address: USDC },
  ]);
  const alone = (await load(path)).lists.listFor(eth);
  expect(alone.filter(({ symbol }) => symbol !== null).map(({ address }) => address)).toEqual([OURS, USDC]);
  expect(alone.find(({ address }) => address === OURS)).toMatchObject({ name: "Ours", isCore: false });
  const both = (await load(`${path}, default`)).lists.listFor(eth);
  expect(both.length).toBeGreaterThan(1000);
  expect(both.find(({ address }) => address === USDC)).toMatchObject({ symbol: "OURS", decimals: 3, isCore: true });
});

test("tokens named in this repository are listed and core, regardless of the lists' content", async () => {
  const { lists } = await load(await writeList("none.json", [{ ...NOBODYS, chainId: 1 }]));
  const core = lists.listFor(eth).filter(({ isCore }) => isCore);
  expect(core.map(({ address }) => address)).toContain(eth.wrappedToken);
  expect(core.map(({ address }) => address)).toContain(USDC);
  expect(lists.listFor(getChain("arb")).some(({ isCore }) => isCore)).toBe(true);
});
const NOBODYS = { name: "N", symbol: "N", decimals: 0, address: `0x${"6".repeat(40)}` };

test("an unusable list is logged with its fault, and the others are used", async () => {
  const broken = await writeList("broken.json", [{ ...NOBODYS, chainId: "1" }]);
  const huge = await writeList("huge.json", []);
  await truncate(huge, 20_000_001);
  const setting = [join(folder, "missing.json"), broken, huge, "http://10.0.0.1/list.json", "default"].join(",");
  const { lists, logged } = await load(setting);
  expect(lists.listFor(eth).length).toBeGreaterThan(1000);
  for (const word of ["missing.json could not be read: ENOENT", "broken.json: /tokens/0/chainId must be integer"]) {
    expect(logged()).toContain(word);
  }
  expect(logged()).toContain("huge.json has more than 20000000 bytes");
  expect(logged()).toContain("http://10.0.0.1/list.json is neither an https URL nor a file");
});

test("an endless list is not read to its end", async () => {
  const endless = new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(1_000_000)) });
  await expect(readLimited(new Response(endless), "https://x.example")).rejects.toThrow("more than 20000000 bytes");
});
