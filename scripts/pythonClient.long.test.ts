import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { interrupt, startPortico, type RunFile, type StartedPortico, untilReady } from "./testing/startPortico.ts";

const run = promisify(execFile);
const PYTHON = "python3";
const hasPython = await run(PYTHON, ["-c", "import sys; sys.exit(sys.version_info < (3, 9))"]).then(
  () => true,
  () => false,
);
if (!hasPython)
  console.warn("SKIPPED: the Python client is not run against a service, because python3 is not installed");

const state = mkdtempSync(join(tmpdir(), "portico-python-client-"));
let started: StartedPortico;
let service: RunFile;
beforeAll(async () => {
  if (!hasPython) return;
  started = await startPortico(state);
  service = await untilReady(state, started);
}, 300_000);
afterAll(async () => {
  if (hasPython) await interrupt(started.child);
  rmSync(state, { recursive: true, force: true });
}, 60_000);

/** Prints what an address holds, and the block of each chain. Amounts are text: the reader here is JavaScript. */
const PROGRAM = `
import json, sys
from portico import Portico, from_decimal, to_decimal
url, key, owner = sys.argv[1:]
with Portico(url, access_key=key) as portico:
    result = portico.with_meta.get_user_all_token_list(id=owner, is_all=True)
    history = [item["id"] for item in portico.iter_user_all_history_list(id=owner, page_count=5)]
for token in result.data:
    assert type(token["raw_amount"]) is int and str(token["raw_amount"]) == token["raw_amount_str"]
    assert from_decimal(to_decimal(token["raw_amount"], token["decimals"] or 0), token["decimals"] or 0) == token["raw_amount"]
print(json.dumps({
    "blocks": {chain.chain: chain.block for chain in result.meta.chains},
    "tokens": [[token["chain"], token["id"], str(token["raw_amount"])] for token in result.data],
    "history": history,
}))
`;

interface Printed {
  readonly blocks: Readonly<Record<string, number>>;
  readonly tokens: readonly (readonly [chain: string, id: string, rawAmount: string])[];
  readonly history: readonly string[];
}

test.skipIf(!hasPython)(
  "the Python client reads amounts of a running service that equal the chain's, digit for digit (skipped without python3)",
  async () => {
    const { stdout } = await run(PYTHON, ["-c", PROGRAM, service.apiUrl, service.accessKey, service.demoOwner], {
      env: { ...process.env, PYTHONPATH: join(import.meta.dirname, "../packages/client-python") },
    });
    const { blocks, tokens, history } = JSON.parse(stdout) as Printed;
    const erc20 = tokens.filter(([, id]) => id.startsWith("0x"));
    expect(erc20.length).toBeGreaterThan(5);
    for (const [chain, id, rawAmount] of erc20)
      expect([chain, id, rawAmount]).toEqual([chain, id, await readBalance(chain, id, blocks[chain] ?? 0)]);
    expect(erc20.some(([, , rawAmount]) => BigInt(rawAmount) > Number.MAX_SAFE_INTEGER)).toBe(true);
    expect(history.length).toBeGreaterThan(5);
  },
);

/** `balanceOf` of the demo owner, by the chain's own node. */
async function readBalance(chain: string, token: string, block: number): Promise<string> {
  const data = `0x70a08231${service.demoOwner.slice(2).toLowerCase().padStart(64, "0")}`;
  const params = [{ to: token, data }, `0x${block.toString(16)}`];
  const response = await fetch(service.chains[chain]?.rpcUrl ?? "", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "eth_call", params }),
  });
  const { result } = (await response.json()) as { result: string };
  return BigInt(result.slice(0, 2 + 64)).toString(); // a nonstandard token returns more than the word of a balance
}
