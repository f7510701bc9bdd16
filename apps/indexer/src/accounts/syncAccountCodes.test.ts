import { createRpc, getChain } from "@portico/evm";
import type { Address, Rpc } from "@portico/evm";
import { listTokens, startDevnet } from "@portico/devnet";
import type { Devnet } from "@portico/devnet";
import {
  advanceChain,
  copyBlocks,
  ensureChainState,
  listContractMetadata,
  queueAccountCodes,
  readAccountCodes,
  requestAccountCodes,
} from "@portico/store";
import { createTestDatabase } from "@portico/store/testing";
import type { TestDatabase } from "@portico/store/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { getBlock } from "../source/blockRef.ts";
import { updateAccountCodes } from "./syncAccountCodes.ts";

const eth = getChain("eth");
const account = (n: number): Address => `0x${n.toString(16).padStart(40, "0")}`;
const [NOBODY, DELEGATING, SHORT, LATER] = [0xe01, 0xe02, 0xe03, 0xe04].map(account) as [
  Address,
  Address,
  Address,
  Address,
];
const CONTRACT: Address = `0x${listTokens("eth")[0]!.address.slice(2).toLowerCase()}`;

let devnet: Devnet;
let database: TestDatabase;
let rpc: Rpc;
let setCode: (address: Address, code: string) => Promise<null>;

beforeAll(async () => {
  [devnet, database] = await Promise.all([
    startDevnet({ chains: ["eth"], seed: 7, size: { people: 10, transactions: 10, days: 2 } }),
    createTestDatabase(),
  ]);
  rpc = createRpc({ chain: eth, urls: [devnet.chains.eth!.rpcUrl] });
  setCode = (address: Address, code: string) =>
    rpc.request<{ Method: string; Parameters: unknown[]; ReturnType: null }>({
      method: "anvil_setCode",
      params: [address, code],
    });
  await setCode(DELEGATING, `0xef0100${CONTRACT.slice(2)}`);
  await setCode(SHORT, "0x00");
});

afterAll(() => Promise.all([devnet.stop(), database.drop()]));

test("contracts have code, and accounts that delegate to one do not; each is read once, at the stored head", async () => {
  const { db } = database;
  const work = { db, chain: eth, rpc };
  const accounts = [NOBODY, DELEGATING, SHORT, CONTRACT];
  await ensureChainState(db, { chain: "eth", chainId: 1, startBlock: 0n });
  await queueAccountCodes(db, "eth", new Set(accounts));
  expect(await updateAccountCodes(work)).toBe(0);
  const head = await getBlock(rpc, "latest");
  await copyBlocks(db, "eth", [head]);
  await advanceChain(db, "eth", { logs: head, balances: head });
  expect([await updateAccountCodes(work), await updateAccountCodes(work)]).toEqual([4, 0]);
  const codes = await readAccountCodes(db, "eth", accounts);
  expect(accounts.map((one) => codes.get(one))).toEqual([false, false, true, true]);
  const metadata = await listContractMetadata(
    db,
    accounts.map((address) => ({ chain: "eth", address })),
  );
  expect(metadata.flatMap(({ address, code }) => (code?.delegate ? [[address, code.delegate]] : []))).toEqual([
    [DELEGATING, CONTRACT],
  ]);
});

test("an account that a page shows again is read again: code may have been deployed to it", async () => {
  const { db } = database;
  const work = { db, chain: eth, rpc };
  const isContract = async () => (await readAccountCodes(db, "eth", [LATER])).get(LATER);
  const shown = [{ chain: "eth", address: LATER }];
  await requestAccountCodes(db, shown);
  expect([await updateAccountCodes(work), await isContract()]).toEqual([1, false]);
  await setCode(LATER, "0x00");
  await requestAccountCodes(db, shown);
  expect([await updateAccountCodes(work), await isContract()]).toEqual([1, true]);
  await requestAccountCodes(db, shown);
  expect(await updateAccountCodes(work)).toBe(0);
});
