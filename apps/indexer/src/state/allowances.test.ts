import { createRpc, erc20Abi, getChain, getPermit2, permit2Abi, readAllowances, wrappedNativeAbi } from "@portico/evm";
import type { Address, Rpc } from "@portico/evm";
import { APES, listTokens, startDevnet, untilMined } from "@portico/devnet";
import type { Devnet } from "@portico/devnet";
import { createTestDatabase } from "@portico/store/testing";
import type { TestDatabase } from "@portico/store/testing";
import { encodeFunctionData, numberToHex, parseAbi } from "viem";
import type { Hex } from "viem";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listDevnetChains, syncToHead } from "../testing/sync.ts";

const PERMIT2 = getPermit2("eth");
const SPENDER: Address = "0x00000000000000000000000000000000000005be";
const MAX = 2n ** 256n - 1n;
const MAX_160 = 2n ** 160n - 1n;
const nftAbi = parseAbi([
  "function setApprovalForAll(address operator, bool approved)",
  "function isApprovedForAll(address owner, address operator) view returns (bool)",
]);

let devnet: Devnet;
let database: TestDatabase;
let rpc: Rpc;

beforeAll(async () => {
  [devnet, database] = await Promise.all([
    startDevnet({ chains: ["eth"], seed: 7, size: { people: 5, transactions: 120, days: 3 } }),
    createTestDatabase(),
  ]);
  rpc = createRpc({ chain: getChain("eth"), urls: [devnet.chains.eth!.rpcUrl] });
  await request("anvil_setBalance", SPENDER, numberToHex(10n ** 20n));
  await sync();
});

afterAll(async () => {
  await Promise.all([devnet.stop(), database.drop()]);
});

interface AnyMethod {
  Method: string;
  Parameters: unknown[];
  ReturnType: Hex;
}

const request = (method: string, ...params: unknown[]): Promise<Hex> => rpc.request<AnyMethod>({ method, params });

async function send(from: Address, to: Address, data: Hex, value = 0n): Promise<void> {
  const hash = await request("eth_sendTransaction", { from, to, data, value: numberToHex(value), gas: "0x100000" });
  const { status } = await untilMined(rpc, hash);
  expect(status).toBe("success");
}

const sync = () => syncToHead(database.db, listDevnetChains(devnet));

const token = (symbol: string): Address =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- capitals are all that changes
  listTokens("eth")
    .find((row) => row.symbol === symbol)!
    .address.toLowerCase() as Address;

const approve = (owner: Address, address: Address, spender: Address, amount: bigint) =>
  send(owner, address, encodeFunctionData({ abi: erc20Abi, functionName: "approve", args: [spender, amount] }));
const take = (owner: Address, address: Address, amount: bigint) =>
  send(
    SPENDER,
    address,
    encodeFunctionData({ abi: erc20Abi, functionName: "transferFrom", args: [owner, SPENDER, amount] }),
  );
const callPermit2 = (from: Address, data: Hex) => send(from, PERMIT2, data);
const approveWithin = (owner: Address, address: Address, amount: bigint, expiration: number) =>
  callPermit2(
    owner,
    encodeFunctionData({ abi: permit2Abi, functionName: "approve", args: [address, SPENDER, amount, expiration] }),
  );

type Row = { token: string; spender: string; isPermit2: boolean; rawAmount: bigint | null; expiresAt: bigint | null };

async function listStored(
  db = database.db,
): Promise<(Row & { owner: string; isStale: boolean; changedAt: number | null })[]> {
  const rows = await db.selectFrom("approval").selectAll().orderBy("owner").orderBy("token").execute();
  return rows.map((row) => ({
    owner: `0x${row.owner.slice(2)}`,
    token: `0x${row.token.slice(2)}`,
    spender: `0x${row.spender.slice(2)}`,
    isPermit2: row.is_permit2,
    rawAmount: row.raw_amount === null ? null : BigInt(row.raw_amount),
    expiresAt: row.expires_at,
    isStale: row.is_stale,
    changedAt: row.changed_at === null ? null : Number(row.changed_at),
  }));
}

async function findStored(owner: Address, address: Address, isPermit2 = false, spender = SPENDER) {
  const rows = await listStored();
  return rows.find(
    (row) =>
      row.owner === owner.toLowerCase() &&
      row.token === address &&
      row.spender === spender &&
      row.isPermit2 === isPermit2,
  );
}

/** Read by a call of its own; undefined if the contract reverts. */
async function readAllowance(owner: Address, address: Address, spender: Address, isPermit2: boolean) {
  if (!isPermit2) {
    const args = [owner, spender] as const;
    const rawAmount = await rpc
      .readContract({ address, abi: erc20Abi, functionName: "allowance", args })
      .catch(() => null);
    return { rawAmount, expiresAt: null };
  }
  const args = [owner, address, spender] as const;
  const allowance = await rpc.readContract({ address: PERMIT2, abi: permit2Abi, functionName: "allowance", args });
  return { rawAmount: allowance[0], expiresAt: BigInt(allowance[1]) };
}

/**
 * Compares every stored allowance with a call of its own.
 * @returns their number.
 */
async function expectEqualToChain(): Promise<number> {
  const rows = await listStored();
  for (const { owner, token: address, spender, isPermit2, rawAmount, expiresAt, isStale } of rows) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- read from columns of 20 bytes
    const [by, of, to] = [owner, address, spender] as [Address, Address, Address];
    const allowance = await readAllowance(by, of, to, isPermit2);
    expect({ owner, address, spender, rawAmount, expiresAt, isStale }).toEqual({
      owner,
      address,
      spender,
      ...allowance,
      isStale: false,
    });
  }
  return rows.length;
}

test("after days of approvals, spending and revoking, every allowance equals the chain's", async () => {
  expect(await expectEqualToChain()).toBeGreaterThan(30);
  const kinds = (await listStored()).map(({ isPermit2, rawAmount }) => `${isPermit2} ${rawAmount === 0n}`);
  expect(new Set(kinds)).toEqual(new Set(["false false", "false true", "true false", "true true"]));
});

test("spending without an Approval event is detected, and an unlimited allowance stays", async () => {
  const owner = devnet.users[1]!;
  const [weth, usdt, dai] = [token("WETH"), token("USDT"), token("DAI")];
  await send(owner, weth, encodeFunctionData({ abi: wrappedNativeAbi, functionName: "deposit" }), 100n);
  for (const [address, amount] of [
    [weth, 50n],
    [usdt, 50n],
    [dai, MAX],
  ] as const) {
    await approve(owner, address, SPENDER, amount);
  }
  await sync();
  const read = async () =>
    Promise.all([weth, usdt, dai].map(async (address) => (await findStored(owner, address))?.rawAmount));
  expect(await read()).toEqual([50n, 50n, MAX]);
  const fund = encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args: [owner, 100n] });
  for (const address of [usdt, dai]) await send(devnet.demoOwner, address, fund);
  for (const address of [weth, usdt, dai]) await take(owner, address, 20n);
  await sync();
  const spent = await read();
  expect(spent.slice(0, 2)).toEqual([30n, 30n]);
  await take(owner, weth, 30n);
  await sync();
  expect((await findStored(owner, weth))?.rawAmount).toBe(0n);
  await expectEqualToChain();
});

test("a permission in Permit2 is spent, expires and is locked down as on chain", async () => {
  const owner = devnet.demoOwner;
  const weth = token("WETH");
  await send(owner, weth, encodeFunctionData({ abi: wrappedNativeAbi, functionName: "deposit" }), 100n);
  await approve(owner, weth, PERMIT2, 70n);
  const { timestamp } = await rpc.getBlock();
  await approveWithin(owner, weth, 50n, Number(timestamp) + 100_000);
  await sync();
  expect(await findStored(owner, weth, true)).toMatchObject({ rawAmount: 50n, expiresAt: timestamp + 100_000n });
  const args = [owner, SPENDER, 20n, weth] as const;
  await callPermit2(SPENDER, encodeFunctionData({ abi: permit2Abi, functionName: "transferFrom", args }));
  await sync();
  expect((await findStored(owner, weth, true))?.rawAmount).toBe(30n);
  expect((await findStored(owner, weth, false, PERMIT2))?.rawAmount).toBe(50n);
  await approveWithin(owner, weth, MAX_160, 0); // expires with its own block
  await sync();
  const now = await rpc.getBlock();
  expect(await findStored(owner, weth, true)).toMatchObject({ rawAmount: MAX_160, expiresAt: now.timestamp });
  const lockdown = [[{ token: weth, spender: SPENDER }]] as const;
  await callPermit2(owner, encodeFunctionData({ abi: permit2Abi, functionName: "lockdown", args: lockdown }));
  await sync();
  expect((await findStored(owner, weth, true))?.rawAmount).toBe(0n);
  await expectEqualToChain();
});

test("after a reorg the allowances are those of the new chain, with their own times, and none of the old one", async () => {
  const owner = devnet.users[3]!;
  const [usdc, dai] = [token("USDC"), token("DAI")];
  await approve(owner, usdc, SPENDER, 11n);
  await sync();
  const before = await findStored(owner, usdc);
  await approve(owner, usdc, SPENDER, 22n);
  await approve(owner, dai, SPENDER, 33n);
  await approveWithin(owner, dai, 44n, 2_000_000_000);
  await sync();
  expect((await findStored(owner, dai))?.rawAmount).toBe(33n);
  await request("anvil_rollback", 3);
  await request("anvil_mine", numberToHex(4));
  await sync();
  expect(await findStored(owner, usdc)).toEqual(before);
  expect([await findStored(owner, dai), await findStored(owner, dai, true)]).toEqual([undefined, undefined]);
  await expectEqualToChain();
});

test("a token's allowance to Permit2 is known even if approved before the index starts", async () => {
  const owner = devnet.users[2]!;
  const usdc = token("USDC");
  await approve(owner, usdc, PERMIT2, 12_345n);
  const startBlock = (await rpc.getBlockNumber()) + 1n;
  await approveWithin(owner, usdc, 5n, 2_000_000_000);
  const late = await createTestDatabase();
  try {
    await syncToHead(late.db, [{ chain: "eth", rpcUrls: [devnet.chains.eth!.rpcUrl], startBlock }]);
    const stored = (await listStored(late.db)).filter((row) => row.owner === owner.toLowerCase());
    expect(stored.toSorted((a, b) => Number(a.isPermit2) - Number(b.isPermit2))).toMatchObject([
      { token: usdc, spender: PERMIT2, isPermit2: false, rawAmount: 12_345n, changedAt: null, isStale: false },
      { token: usdc, spender: SPENDER, isPermit2: true, rawAmount: 5n, changedAt: expect.any(Number), isStale: false },
    ]);
  } finally {
    await late.drop();
  }
});

test("allowances of a contract that can't be read are left out", async () => {
  const nonstandard: Address = "0x0000000000000000000000000000000000000dd7";
  const approval = "8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925";
  const owner = `${"0".repeat(38)}77`;
  // MSTORE(0, 5); LOG3(0, 32, Approval, owner, spender): for any call, which a view can't do
  await request("anvil_setCode", nonstandard, `0x60055f5273${SPENDER.slice(2)}73${owner}7f${approval}60205fa3`);
  await send(devnet.demoOwner, nonstandard, "0x");
  await sync();
  expect(await findStored(`0x${owner}`, nonstandard)).toMatchObject({ rawAmount: null, isStale: false });
  const key = { owner: SPENDER, token: nonstandard, spender: nonstandard, isPermit2: false };
  const blockNumber = await rpc.getBlockNumber();
  expect(await readAllowances(rpc, [key], { blockNumber, chain: getChain("eth") })).toEqual([null]);
});

test("an operator is approved until the chain revokes it", async () => {
  const owner = devnet.demoOwner;
  const approveAll = (isApproved: boolean) =>
    send(
      owner,
      APES,
      encodeFunctionData({ abi: nftAbi, functionName: "setApprovalForAll", args: [SPENDER, isApproved] }),
    );
  const listOperators = async () => {
    const rows = await database.db.selectFrom("operator_approval").selectAll().execute();
    return rows.map((row) => ({ ...row, address: `0x${row.operator.slice(2)}` as const }));
  };
  await approveAll(true);
  await sync();
  expect((await listOperators()).find(({ address }) => address === SPENDER)?.is_approved).toBe(true);
  await approveAll(false);
  await sync();
  const rows = await listOperators();
  expect(rows.find(({ address }) => address === SPENDER)?.is_approved).toBe(false);
  expect(rows.length).toBeGreaterThan(1);
  for (const { owner: by, contract, address, is_approved } of rows) {
    const [of, from] = [`0x${contract.slice(2)}`, `0x${by.slice(2)}`] as [Address, Address];
    const args = [from, address] as const;
    expect(is_approved).toBe(
      await rpc.readContract({ address: of, abi: nftAbi, functionName: "isApprovedForAll", args }),
    );
  }
});
