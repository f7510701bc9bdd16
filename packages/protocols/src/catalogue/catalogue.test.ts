import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chains } from "@portico/evm";
import type { Address } from "@portico/evm";
import { afterEach, describe, expect, test } from "vitest";
import type { OwnerContext, PoolContext } from "../adapter.ts";
import { addCatalogue, findDeployed, findDeployedAt, listDeployed, listParts } from "../deployed.ts";
import type { PoolState, Position, PositionDetail } from "../position.ts";
import { ReadError } from "../reader.ts";
import { families } from "../families/families.ts";
import { listRows, readCatalogue } from "./catalogue.ts";
import type { CatalogueRow } from "./catalogueRow.ts";
import { combineParts } from "./combineParts.ts";
import type { DeployedPart } from "./deployedPart.ts";
import { addOperatorCatalogue } from "./operatorCatalogue.ts";
import { readTable } from "./readTable.ts";

const row = {
  id: "base_example",
  name: "Example",
  siteUrl: "https://example.org",
  category: "dex",
  family: "uniswap-v2",
  chain: "base",
  addresses: { factory: "0x00000000000000000000000000000000000000fa" },
  source: "docs.example.org",
};
const read = (...rows: readonly unknown[]) =>
  readCatalogue(`[\n${rows.map((one) => JSON.stringify(one)).join(",\n")}\n]`, "rows.json");

afterEach(() => addCatalogue([]));

test.each([...families.values()])("every row of $name is well formed, and is in its own table", ({ name, rows }) => {
  const text = `[\n${(rows ?? readTable(name)).map((one) => JSON.stringify(one)).join(",\n")}\n]`;
  expect(readCatalogue(text, name).every(({ family }) => family === name)).toBe(true);
});

test.each([
  ["a row of another form", [row, 7], "rows.json:3 must be an object"],
  ["an unknown field", [{ ...row, factory: "0x" }], 'rows.json:2: "factory" is not a field'],
  ["an unknown chain", [{ ...row, chain: "moon" }], "rows.json:2: chain must be a chain id"],
  ["an unknown family", [{ ...row, family: "uniswap" }], "rows.json:2: family must be one of aave-v2"],
  ["an id without the chain's prefix", [{ ...row, id: "example" }], 'rows.json:2: id must be "base_" and a-z and 0-9'],
  ["an unknown role", [{ ...row, addresses: { pool: row.addresses.factory } }], "addresses.pool is not a role"],
  ["a missing role", [{ ...row, addresses: {} }], "addresses.factory is missing; uniswap-v2 needs it"],
  ["an address with a checksum", [{ ...row, addresses: { factory: `0x${"AB".repeat(20)}` } }], "lower-case hex digits"],
  ["a URL that a browser would run", [{ ...row, siteUrl: "javascript:alert(1)" }], "siteUrl must be an https URL"],
  ["a missing source", [{ ...row, source: undefined }], "source must be where the addresses are from, not missing"],
  ["the addresses of another row", [row, { ...row, id: "base_other" }], "rows.json:3: addresses are those of line 2"],
])("%s fails with file, line and field", (_case, rows, message) => {
  expect(() => read(...rows)).toThrow(message);
});

test("a name or site that nobody knows is null in the row", () => {
  expect(read({ ...row, name: null, siteUrl: null })).toMatchObject([{ name: null, siteUrl: null }]);
  expect(() => read({ ...row, name: "" })).toThrow("name must be 1 to 200 printable characters, or null");
});

test("every row is served under its id, on its chain, with its addresses", () => {
  const ids = new Set<string>();
  for (const { id, chain } of listRows()) {
    expect(findDeployed(id)?.chain).toBe(chain);
    ids.add(id);
  }
  expect(ids.size).toBeGreaterThan(3_000);
  expect(findDeployed("matic_quickswap3")?.adapter.name).toBe("Quickswap V3");
  expect(findDeployedAt("matic", "0x411b0facc3489691f28ad58c47006af5e3ab3a28")?.id).toBe("matic_quickswap3");
});

test("a protocol that several families read is one, and so is an adapter's with further rows", () => {
  const ids = chains.flatMap(({ slug }) => listDeployed(slug).map(({ id }) => id));
  expect(new Set(ids).size).toBe(ids.length);
  const sushiswap = findDeployed("sushiswap")!;
  expect(sushiswap.adapter.name).toBe("SushiSwap");
  expect(listParts(sushiswap).map(({ row: of }) => of?.family)).toContain("staking-only");
});

test("no contract is read by two families, which would count what it holds twice", () => {
  const twice = chains.flatMap(({ slug }) => {
    const readers = new Map<string, Set<unknown>>();
    const parts = listDeployed(slug).flatMap(listParts);
    for (const { reader, contracts, row: of } of parts.filter((part) => part.reader.listPositions !== undefined)) {
      const { events = [], nfts = [], tokens = [] } = reader.signals?.(contracts) ?? {};
      const emitters = events.flatMap((event) => (event.emitters === "identified" ? [] : (event.emitters ?? [])));
      for (const address of new Set([...emitters, ...nfts, ...tokens]))
        readers.set(address, (readers.get(address) ?? new Set()).add(of?.family ?? reader));
    }
    return [...readers].flatMap(([address, by]) => (by.size > 1 ? [`${slug} ${address}`] : []));
  });
  expect(twice).toEqual([]);
});

test("a part of unknown code has no position at a contract where another part has one", async () => {
  const [lock, other] = [row.addresses.factory as Address, "0x00000000000000000000000000000000000000fb"] as const;
  const toPart = (isUnverified: boolean, controllers: readonly Address[]): DeployedPart => {
    const detail: PositionDetail = { type: "common", supplies: [] };
    const positions = controllers.map((controller): Position => ({ name: "Staked", detail, pool: { controller } }));
    return { reader: { isUnverified, listPositions: () => Promise.resolve(positions) }, contracts: {} };
  };
  const combined = combineParts([toPart(true, [lock, other]), toPart(false, [lock, lock])]);
  const context = { receipts: [], nfts: new Map(), interactions: [] } as Partial<OwnerContext<unknown>>;
  const positions = (await combined.listPositions?.(context as OwnerContext<unknown>)) ?? [];
  expect(positions.map(({ pool }) => pool.controller)).toEqual([other, lock, lock]);
});

test("the only part that identifies contracts is given none that another part lists", async () => {
  const [listed, identified] = [
    row.addresses.factory as Address,
    "0x00000000000000000000000000000000000000fb",
  ] as const;
  const toReader = (name: Position["name"]): DeployedPart["reader"] => ({
    listPositions: ({ receipts }) =>
      Promise.resolve(
        receipts.map((controller) => ({ name, detail: { type: "common", supplies: [] }, pool: { controller } })),
      ),
  });
  const table = { ...toReader("Locked"), signals: () => ({ tokens: [listed] }) };
  const identifying = { ...toReader("Lending"), identifyForks: () => Promise.resolve(new Map()) };
  const combined = combineParts([table, identifying].map((reader) => ({ reader, contracts: {} })));
  const context = { receipts: [listed, identified], nfts: new Map(), interactions: [] } as Partial<
    OwnerContext<unknown>
  >;
  const positions = (await combined.listPositions?.(context as OwnerContext<unknown>)) ?? [];
  const lent = positions.filter(({ name }) => name === "Lending");
  expect(lent.map(({ pool }) => pool.controller)).toEqual([identified]);
});

test("an operator's rows are served like others, and an invalid one stops the start", () => {
  const file = join(mkdtempSync(join(tmpdir(), "portico-")), "catalogue.json");
  writeFileSync(file, JSON.stringify([row]));
  addOperatorCatalogue({ PORTICO_CATALOGUE: file });
  expect(findDeployed("base_example")).toMatchObject({ chain: "base", adapter: { name: "Example", category: "dex" } });
  expect(findDeployedAt("base", row.addresses.factory as Address)?.id).toBe("base_example");
  writeFileSync(file, JSON.stringify([{ ...row, chain: "moon" }]));
  expect(() => addOperatorCatalogue({ PORTICO_CATALOGUE: file })).toThrow(
    `PORTICO_CATALOGUE: ${file}:1: chain must be a chain id`,
  );
  expect(() => addOperatorCatalogue({ PORTICO_CATALOGUE: `${file}.gone` })).toThrow("could not be read");
  addOperatorCatalogue({});
  expect(findDeployed("base_example")?.id).toBe("base_example");
});

test("an operator's row replaces the one of the same contracts: they are read once", () => {
  const bundled = listRows().find(({ family, name }) => family === "masterchef" && name === null)!;
  const file = join(mkdtempSync(join(tmpdir(), "portico-")), "catalogue.json");
  writeFileSync(file, JSON.stringify([{ ...bundled, name: "Its own name" }]));
  addOperatorCatalogue({ PORTICO_CATALOGUE: file });
  const deployed = findDeployed(bundled.id)!;
  expect(deployed.adapter.name).toBe("Its own name");
  expect(listParts(deployed).filter(({ row: of }) => of?.family === "masterchef")).toHaveLength(1);
});

describe("a part whose contracts do not respond", () => {
  const [lock, dead] = [row.addresses.factory as Address, "0x00000000000000000000000000000000000000fb"] as const;
  const toPart = (address: Address, isDead: boolean): DeployedPart => {
    const answer = <One>(one: One) => (isDead ? Promise.reject(new ReadError("no code")) : Promise.resolve([one]));
    const pool = { controller: address };
    const state: PoolState = {
      name: "Staked",
      pool,
      contracts: [],
      supplies: [],
      rawShares: 0n,
      depositors: { by: "receipt", token: address },
    };
    const reader: DeployedPart["reader"] = {
      identifyForks: () => Promise.resolve(new Map([[address, { fork: 0, identity: "receipt" }]])),
      listPositions: () => answer<Position>({ name: "Staked", detail: { type: "common", supplies: [] }, pool }),
      listPools: () => answer(state),
    };
    return { reader, contracts: {} };
  };
  const list = async (parts: DeployedPart[], held: Address[]) => {
    const combined = combineParts(parts);
    const context = { receipts: held, nfts: new Map(), interactions: [] } as Partial<OwnerContext<unknown>>;
    const pools = { known: held } as Partial<PoolContext<unknown>>;
    const found = await Promise.all([
      combined.listPositions?.(context as OwnerContext<unknown>),
      combined.listPools?.(pools as PoolContext<unknown>),
    ]);
    return found.map((some = []) => some.map(({ pool }) => pool.controller));
  };

  test("takes no other with it", async () => {
    expect(await list([toPart(dead, true), toPart(lock, false)], [lock])).toEqual([[lock], [lock]]);
  });

  test("takes no other with it where the other alone identifies what is held", async () => {
    const { identifyForks: _, ...table } = toPart(dead, true).reader;
    const listing = { ...table, signals: () => ({ tokens: [dead] }) };
    const parts = [{ reader: listing, contracts: {} }, toPart(lock, false)];
    expect(await list(parts, [lock])).toEqual([[lock], [lock]]);
    await expect(list(parts, [lock, dead])).rejects.toThrow("no code");
  });

  test("fails where something is known of it, or if no other responds", async () => {
    await expect(list([toPart(dead, true), toPart(lock, false)], [lock, dead])).rejects.toThrow("no code");
    await expect(list([toPart(dead, true), toPart(lock, true)], [])).rejects.toThrow("no code");
  });
});

test("a contract that the operator's row and an adapter list is the row's", () => {
  const { factory } = findDeployed("uniswap2")!.contracts as { factory: Address };
  const own = factory.toLowerCase() as Address;
  expect(findDeployedAt("eth", own)?.id).toBe("uniswap2");
  addCatalogue([{ ...row, id: "ownswap", chain: "eth", addresses: { factory: own } } as CatalogueRow]);
  expect(findDeployedAt("eth", own)?.id).toBe("ownswap");
});
