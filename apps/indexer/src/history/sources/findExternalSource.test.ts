/** External sources of a real chain, whose servers read it from its node. */
import { startDevnet, WALLET_FACTORY } from "@portico/devnet";
import type { Devnet } from "@portico/devnet";
import type { Address, Hash } from "@portico/evm";
import { pad } from "viem";
import { afterAll, beforeAll, expect, test } from "vitest";
import { toLowerCase } from "../../testing/compare.ts";
import { startExplorerServer } from "../../testing/explorerServer.ts";
import type { ExternalServer } from "../../testing/explorerServer.ts";
import { startPortalServer } from "../../testing/portalServer.ts";
import { readAllPages } from "../../testing/readAllPages.ts";
import { readServedChain } from "../../testing/servedChain.ts";
import type { ServedChain } from "../../testing/servedChain.ts";
import { findExternalCallSource } from "./findExternalSource.ts";

const CHAIN = { slug: "eth", chainId: 1 };
const FAST = { maxRps: 1e9, baseDelayMs: 1 };

let devnet: Devnet;
let chain: ServedChain;
let etherscan: ExternalServer;
let blockscout: ExternalServer;
let portal: ExternalServer;
let head: bigint;

beforeAll(async () => {
  devnet = await startDevnet({ chains: ["eth"], seed: 3, size: { people: 4, transactions: 60, days: 2 } });
  chain = await readServedChain(devnet.chains.eth!.rpcUrl);
  [etherscan, blockscout, portal] = await Promise.all([
    startExplorerServer(chain, { style: "etherscan", pageSize: 40 }),
    startExplorerServer(chain, { style: "blockscout" }),
    startPortalServer(chain, { blocksPerStream: 100 }),
  ]);
  head = BigInt(chain.blocks.at(-1)!.number);
});

afterAll(() => Promise.all([etherscan.stop(), blockscout.stop(), portal.stop(), devnet.stop()]));

async function rpc<T>(method: string, ...params: unknown[]): Promise<T> {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
  const headers = { "content-type": "application/json" };
  const response = await fetch(devnet.chains.eth!.rpcUrl, { method: "POST", headers, body });
  const { result, error } = (await response.json()) as { result: T; error?: { message: string } };
  if (error !== undefined) throw new Error(error.message);
  return result;
}

/** By the node's own methods: transactions that call the owner, and that a log names it in. */
async function listByNode(owner: Address): Promise<Set<Hash>> {
  type Page = { txs: { hash: Hash }[]; lastPage: boolean };
  const found = await rpc<Page>("ots_searchTransactionsBefore", owner, 0, 100_000);
  expect(found.lastPage).toBe(true);
  const topic = pad(owner);
  const logs = await Promise.all(
    [
      [null, topic],
      [null, null, topic],
      [null, null, null, topic],
    ].map((topics) => rpc<{ transactionHash: Hash }[]>("eth_getLogs", { fromBlock: "0x0", toBlock: "latest", topics })),
  );
  return new Set([...found.txs.map(({ hash }) => hash), ...logs.flat().map(({ transactionHash }) => transactionHash)]);
}

const listHashes = async (settings: { explorer?: string; portal?: string }, owner: Address): Promise<Set<Hash>> => {
  const source = await findExternalCallSource(settings, CHAIN, FAST);
  return new Set((await readAllPages(source!, owner, head)).map(({ hash }) => hash));
};

test("each source finds an owner's transactions of a real chain", async () => {
  for (const owner of [...devnet.users.slice(0, 2).map(toLowerCase), toLowerCase(WALLET_FACTORY)]) {
    const expected = await listByNode(owner);
    const byPortal = await listHashes({ portal: portal.url }, owner);
    expect(byPortal).toEqual(expected);
    const [byEtherscan, byBlockscout] = [
      await listHashes({ explorer: etherscan.url }, owner),
      await listHashes({ explorer: blockscout.url }, owner),
    ];
    expect(byEtherscan).toEqual(byBlockscout);
    expect([...byEtherscan].filter((hash) => !expected.has(hash))).toEqual([]); // it has transfers, but not every log and call
    expect([owner, byEtherscan.size * 2 > expected.size]).toEqual([owner, true]);
  }
});

test("the explorer is used before the portal, unless it does not respond; one of them has to", async () => {
  const [explorer, down] = [blockscout.url, "http://127.0.0.1:1/api?apikey=SECRETKEY7"];
  const find = async (settings: { explorer?: string; portal?: string }) =>
    (await findExternalCallSource(settings, CHAIN, FAST))?.name;
  expect(await find({})).toBeUndefined();
  expect(await find({ explorer, portal: portal.url })).toBe("explorer");
  expect(await find({ explorer: down, portal: portal.url })).toBe("portal");
  const failure = find({ explorer: down, portal: "http://127.0.0.1:2/evm" });
  await expect(failure).rejects.toThrow(/^127\.0\.0\.1:1: /);
  await expect(failure).rejects.not.toThrow("SECRETKEY7");
});
