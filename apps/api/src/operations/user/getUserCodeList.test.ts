import type { AccountCode } from "@portico/contract";
import { listSafeSingletons } from "@portico/protocols";
import {
  describeNftContracts,
  listUnreadAccounts,
  queueAccountCodes,
  queueContractLinks,
  upsertContracts,
  writeAccountCodes,
  writeContractLinks,
} from "@portico/store";
import type { Address } from "@portico/evm";
import { afterAll, expect, test } from "vitest";
import { ALICE, ETH_HEAD, FAKE_USDC, USDC } from "../../testing/fillStore.ts";
import { startFilledApi } from "../../testing/startFilledApi.ts";

const APES: Address = `0x${"a1".repeat(20)}`;
const DELEGATING: Address = `0x${"de".repeat(20)}`;
const SAFE: Address = `0x${"5a".repeat(20)}`;
const FAKE_SAFE: Address = `0x${"5b".repeat(20)}`;
const SAFE_FACTORY: Address = "0x4e1dcf7ad4e460cfd30791ccc4f9c8a4f820ec67"; // 1.4.1
const ROUTER: Address = "0x7a250d5630b4cf539739df2c5dacb4c659f2488d"; // of Uniswap V2 on eth

const api = await startFilledApi();
afterAll(() => api.stop());

const request = async (id: string, chain = "eth"): Promise<AccountCode | undefined> =>
  (await api.getJson<AccountCode[]>(`/v1/user/code_list?id=${id}`)).find((one) => one.chain === chain);
const unknown = { is_contract: null, name: "", is_token: false, is_verified: false, protocol: null, delegate: null };

test("an account that nobody read is unknown, not code-less, and waits to be read", async () => {
  expect(await request(ALICE)).toEqual({ chain: "eth", ...unknown });
  await expect.poll(() => listUnreadAccounts(api.db, "eth", 9)).toContain(ALICE);
  await writeAccountCodes(api.db, "eth", ETH_HEAD, [{ address: ALICE, hasCode: false }]);
  expect(await request(ALICE)).toEqual({ chain: "eth", ...unknown, is_contract: false });
  expect(await request(ALICE, "base")).toMatchObject({ is_contract: null });
});

test("an account that delegates is no contract and names the contract", async () => {
  await queueAccountCodes(api.db, "eth", new Set([DELEGATING]));
  await writeAccountCodes(api.db, "eth", ETH_HEAD, [{ address: DELEGATING, hasCode: false, delegate: ROUTER }]);
  expect(await request(DELEGATING)).toMatchObject({
    is_contract: false,
    delegate: { id: ROUTER, protocol: { id: "uniswap2", source: "adapter" } },
  });
});

test("a Safe is known by the code that it runs, whoever created it", async () => {
  const created = { creator: SAFE_FACTORY, blockNumber: 1n, txHash: `0x${"22".repeat(32)}` as const, timeAt: 1 };
  await upsertContracts(
    api.db,
    "eth",
    [SAFE, FAKE_SAFE].map((address) => ({ ...created, address })),
  );
  const [implementation = null] = listSafeSingletons("eth");
  await queueContractLinks(api.db, "eth", [SAFE], { firstBlock: 1n, lastBlock: 1n });
  await writeContractLinks(api.db, "eth", 1n, [{ address: SAFE, implementation, beacon: null, factory: null }]);
  expect(await request(SAFE)).toMatchObject({
    is_contract: true,
    protocol: { id: "safe", name: "Safe", source: "implementation" },
  });
  expect(await request(FAKE_SAFE)).toMatchObject({ is_contract: true, protocol: { source: "creator" } });
});

test("tokens, collections and contracts of protocols are contracts; only listed names are vouched for", async () => {
  await describeNftContracts(api.db, "eth", 1n, [{ address: APES, isErc1155: false, name: "Apes", symbol: "APE" }]);
  const token = { is_contract: true, is_token: true };
  expect(await request(USDC)).toMatchObject({ ...token, name: "USD Coin", is_verified: true });
  expect(await request(FAKE_USDC)).toMatchObject({ ...token, is_verified: false });
  expect(await request(APES)).toMatchObject({ ...token, name: "Apes", is_verified: false });
  expect(await request(ROUTER)).toMatchObject({
    is_contract: true,
    is_token: false,
    protocol: { id: "uniswap2", source: "adapter" },
  });
});
