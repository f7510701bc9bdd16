import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The request can't be fulfilled. */
export class ScaffoldError extends Error {
  override readonly name = "ScaffoldError";
}

const toTypeName = (name: string): string => `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;

const adapter = (name: string): string => `import type { Address } from "@portico/evm";
import { parseAbi } from "viem";
import { defineAdapter } from "../adapter.ts";
import type { PoolState, Position } from "../position.ts";

/** The protocol's contracts on one chain. */
export interface ${toTypeName(name)}Contracts {
  vault: Address;
}

/** Functions to read. */
const vaultAbi = parseAbi(["function balanceOf(address owner) view returns (uint256)"]);

export const ${name} = defineAdapter<${toTypeName(name)}Contracts>({
  id: "${name}",
  name: "${toTypeName(name)}",
  siteUrl: "",
  category: "vault",
  /** By chain slug. Name the source of the addresses here. */
  deployments: {},

  /** Owners that may have a position: holders of these tokens or NFTs, and owners named by these events. Others are not read. */
  signals: ({ vault }) => ({ tokens: [vault] }),

  /** Put independent reads into one Promise.all: they are sent as one call. */
  async listPositions({ owner, contracts: { vault }, read }): Promise<Position[]> {
    const [rawAmount = 0n] = await read([{ address: vault, abi: vaultAbi, functionName: "balanceOf", args: [owner] }]);
    if (rawAmount === 0n) return [];
    const supplies = [{ token: vault, rawAmount }]; // the owner's share, in deposited tokens
    return [{ name: "Deposit", detail: { type: "common", supplies }, pool: { controller: vault } }];
  },

  /** Every contract that accepts deposits, with its total deposits. */
  async listPools(): Promise<PoolState[]> {
    return [];
  },
});
`;

const adapterTest = (name: string): string => `import type { Address } from "@portico/evm";
import { loadArtifact } from "@portico/devnet";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startLab } from "../testing/lab.ts";
import type { Lab } from "../testing/lab.ts";
import { ${name} } from "./${name}.ts";
import type { ${toTypeName(name)}Contracts } from "./${name}.ts";

const OWNER: Address = "0x0000000000000000000000000000000000000b0b";

let lab: Lab;
let contracts: ${toTypeName(name)}Contracts;

/** The protocol's real bytecode, from an npm package, and the owner's transactions. */
beforeAll(async () => {
  lab = await startLab();
  contracts = { vault: await lab.deploy(loadArtifact("the-package", "artifacts/Vault.json"), []) };
  // await lab.write(OWNER, { to: contracts.vault, abi, functionName: "deposit", args: [1_000n] });
});
afterAll(() => lab.stop());

test("an owner's position is what the protocol's contracts would pay", async () => {
  const { positions, stages } = await lab.listPositions(${name}, contracts, OWNER);
  expect(positions).toHaveLength(1);
  expect(stages).toBeLessThanOrEqual(3);
});

test("a pool lists all deposits", async () => {
  expect(await lab.listPools(${name}, contracts)).toHaveLength(1);
});

test("has deployments", () => {
  expect(Object.keys(${name}.deployments)).not.toEqual([]);
});
`;

/**
 * Adds an adapter to the text of adapters.ts: an import in path order, and a row at the end of the table.
 * @throws ScaffoldError if the table is not found.
 */
export function registerAdapter(text: string, name: string): string {
  const table = /(adapters: readonly Adapter\[\] = )\[([^\]]*)\]/.exec(text);
  if (table === null) throw new ScaffoldError(`adapters.ts has no table to add ${name} to`);
  const rows = (table[2] ?? "").split(",").map((row) => row.trim());
  const names = [...rows.filter((row) => row !== ""), name];
  const line = `[${names.join(", ")}]`;
  const list = line.length > 60 ? `[\n${names.map((row) => `  ${row},\n`).join("")}]` : line;
  const withRow = text.replace(table[0], `${table[1]}${list}`);
  const added = `import { ${name} } from "./${name}/${name}.ts";`;
  const lines = withRow.split("\n");
  const isImport = (one: string): boolean => one.startsWith("import ") && one.includes(' "./');
  const pathOf = (one: string): string => /"(.*)"/.exec(one)?.[1] ?? "";
  const after = lines.findLastIndex((one) => isImport(one) && pathOf(one) < pathOf(added));
  return lines.toSpliced(after + 1, 0, added).join("\n");
}

/**
 * Writes an adapter stub, its test, which fails until the adapter is implemented, and its row.
 * @param folder - Contains adapters.ts.
 * @returns the files written. @throws ScaffoldError.
 */
export function scaffoldProtocol(folder: string, name: string): string[] {
  if (!/^[a-z][a-z0-9]{1,30}$/.test(name)) {
    throw new ScaffoldError(
      `'${name}' is not a valid protocol id: use 2 to 31 lower-case letters and digits, as in aave3`,
    );
  }
  const own = join(folder, name);
  if (existsSync(own)) throw new ScaffoldError(`${own} already exists`);
  const table = join(folder, "adapters.ts");
  const registered = registerAdapter(readFileSync(table, "utf8"), name);
  const file = join(own, `${name}.ts`);
  const test = join(own, `${name}.test.ts`);
  mkdirSync(own);
  writeFileSync(file, adapter(name));
  writeFileSync(test, adapterTest(name));
  writeFileSync(table, registered);
  return [file, test, table];
}
