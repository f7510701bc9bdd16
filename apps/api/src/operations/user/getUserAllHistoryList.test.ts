import { listUnreadAccounts, writeAccountCodes } from "@portico/store";
import { maxUint256 } from "viem";
import { afterAll, expect, test, vi } from "vitest";
import { ALICE, BASE_USDC, BOB, ETH_HEAD, USDC } from "../../testing/fillStore.ts";
import { hashOf } from "../../testing/history.ts";
import {
  ALL_NAMES,
  APES,
  TEST_TRANSACTIONS,
  FACTORY,
  findTransaction,
  namesOf,
  PERMIT2,
  ROUTER,
  SPAM,
  startHistoryApi,
} from "../../testing/startHistoryApi.ts";

const api = await startHistoryApi();
afterAll(() => api.stop());
const request = (more = "") => api.request(more, "all_history_list");

test("both operations list the history of all chains, newest first, then by chain", async () => {
  const history = await api.request();
  expect(namesOf(history)).toEqual(ALL_NAMES);
  expect(history.next_cursor).toBeNull();
  expect(await api.request("", "all_history_list")).toEqual(history);
});

test("a swap has the sent and received amounts, summed by token and counterparty, its fee at the price of its time, and its protocol", async () => {
  const history = await request("&chain_ids=eth");
  expect(findTransaction(history, "swap")).toEqual({
    counterpart: null,
    cate_id: "",
    id: hashOf(TEST_TRANSACTIONS["swap"]!),
    project_id: "uniswap2",
    sends: [{ amount: 0.08, to_addr: FACTORY, to_is_contract: true, token_id: "eth", raw_amount: 8e16 }],
    receives: [
      { amount: 250.1, from_addr: ROUTER, from_is_contract: true, token_id: USDC, raw_amount: 250_100_000 },
      { amount: 0.001, from_addr: FACTORY, from_is_contract: true, token_id: "eth", raw_amount: 1e15 },
    ],
    token_approve: [],
    time_at: 1_763_600_012,
    tx: {
      eth_gas_fee: 0.000021,
      usd_gas_fee: expect.closeTo(0.042, 9) as number,
      raw_gas_fee: 21_000_000_000_000,
      value: 0.08,
      from_addr: ALICE,
      to_addr: FACTORY,
      name: "zap",
      status: 1,
      params: ["5", JSON.stringify([USDC])],
      signature: "zap(uint256,address[])",
    },
    chain: "eth",
    other_addr: FACTORY,
    other_is_contract: true,
    cex_id: null,
    is_scam: false,
    category: expect.any(String) as string,
    protocols: [
      { id: "uniswap2", name: "Uniswap V2", site_url: expect.stringMatching(/^https/) as string, source: "adapter" },
      { id: "uniswap3", name: "Uniswap V3", site_url: expect.stringMatching(/^https/) as string, source: "chain" },
    ],
    summary: expect.any(String) as string,
    message: null,
    block_height: 18_999_001,
    tx_index: 0,
    has_more_moves: false,
  });
  expect(history.project_dict).toMatchObject({
    uniswap2: {
      id: "uniswap2",
      chain: "eth",
      name: "Uniswap V2",
      logo_url: "",
      site_url: expect.stringMatching(/^https/),
    },
  });
});

test("transfers and approvals have the categories that clients support, with their names", async () => {
  const history = await request();
  const projects = (name: string) => {
    const { cate_id, category, other_addr, tx } = findTransaction(history, name);
    return [cate_id, category, other_addr, tx.name];
  };
  expect(projects("receive")).toEqual(["receive", "receive", BOB, "transfer"]);
  expect(projects("approve")).toEqual(["approve", "approve", PERMIT2, "approve"]);
  expect(projects("deploy")).toEqual(["", "deploy", "", ""]);
  expect(history.cate_dict).toEqual({
    send: { id: "send", name: "Send" },
    receive: { id: "receive", name: "Receive" },
    approve: { id: "approve", name: "Authorize" },
  });
  expect(findTransaction(history, "approve").token_approve).toEqual([
    { value: 1.157920892373162e71, spender: PERMIT2, token_id: USDC },
  ]);
  expect(findTransaction(history, "approve").tx.params).toEqual([PERMIT2, maxUint256.toString()]);
});

test("NFTs and collections have separate entries in the dictionary", async () => {
  const history = await request();
  const [ape, unknown] = findTransaction(history, "art").receives;
  expect(ape).toEqual({
    amount: 1,
    from_addr: BOB,
    from_is_contract: null,
    token_id: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
    raw_amount: 1,
  });
  expect(history.token_dict[ape!.token_id]).toMatchObject({
    id: ape!.token_id,
    contract_id: APES,
    inner_id: "9",
    chain: "eth",
    collection: { id: `eth:${APES}`, name: "BoredApeYachtClub", is_verified: true },
  });
  expect(history.token_dict[`eth_token:${ape!.token_id}`]).toEqual(history.token_dict[ape!.token_id]);
  expect(history.token_dict[unknown!.token_id]).toMatchObject({
    contract_id: SPAM,
    collection: { is_verified: false },
  });
  expect(findTransaction(history, "artApproval").token_approve).toEqual([
    { value: 1, spender: ROUTER, token_id: ape!.token_id },
    { value: 1, spender: ROUTER, token_id: `eth:${APES}` },
  ]);
  expect(history.token_dict[`eth:${APES}`]).toMatchObject({ id: `eth:${APES}`, contract_id: APES, inner_id: "" });
});

test("every id of an item is in the dictionaries, under both keys; a plain id is that of the newest chain", async () => {
  const history = await request();
  for (const { chain, sends, receives, token_approve } of history.history_list) {
    for (const { token_id } of [...sends, ...receives, ...token_approve]) {
      expect(history.token_dict[`${chain}_token:${token_id}`]).toMatchObject({ id: token_id, chain });
      expect(history.token_dict).toHaveProperty([token_id]);
    }
  }
  expect(history.token_dict[USDC]).toMatchObject({ chain: "eth", symbol: "USDC" });
  expect(history.token_dict[`base_token:${USDC}`]).toMatchObject({ chain: "base", symbol: "OTHER" });
  expect(history.cex_dict).toEqual({});
});

test("scams are marked, and nothing else is", async () => {
  const history = await request();
  const marked = ALL_NAMES.filter((name) => findTransaction(history, name).is_scam);
  expect(marked).toEqual(["dust", "spam", "fake", "poison"]);
});

test("the protocol is that of the called contract, else of the other side of a movement or approval; scams have none", async () => {
  const history = await request();
  const projects = ALL_NAMES.map((name) => [name, findTransaction(history, name).project_id]).filter(
    ([, id]) => id !== "",
  );
  expect(Object.fromEntries(projects)).toEqual({
    swap: "uniswap2",
    failed: "uniswap3",
    approve: "permit2",
    art: "uniswap3",
    artApproval: "uniswap3",
  });
});

test("a failed transaction is listed with its fee and without transfers", async () => {
  expect(findTransaction(await request(), "failed")).toMatchObject({
    sends: [],
    receives: [],
    tx: { status: 0, eth_gas_fee: 0.000021, name: "0x87654321", value: 5e-18 },
  });
});

test("text sent to an account is a message, and text sent to a contract is not", async () => {
  const history = await request();
  expect(findTransaction(history, "call")).toMatchObject({ message: null, tx: { name: "0x61626364" } });
  const { message, tx, receives } = findTransaction(history, "note");
  expect([message, tx.name, tx.params]).toEqual(["thank you 🙏", "", []]);
  expect(receives).toEqual([{ amount: 1e-18, from_addr: BOB, from_is_contract: null, token_id: "eth", raw_amount: 1 }]);
});

test("in an index of events only, the unknown fields of a transaction are empty", async () => {
  const { tx, cate_id, receives } = findTransaction(await request(), "events");
  const nothing = { eth_gas_fee: 0, usd_gas_fee: 0, value: 0, from_addr: "", to_addr: "", name: "", params: [] };
  const unknown = { raw_gas_fee: null, signature: null };
  expect([tx, cate_id]).toEqual([{ ...nothing, ...unknown, status: 1 }, "receive"]);
  expect(receives).toEqual([
    { amount: 1.5, from_addr: BOB, from_is_contract: null, token_id: BASE_USDC, raw_amount: 1_500_000 },
  ]);
});

test("a transaction has a sentence, the same when it is explained", async () => {
  const { summary, id } = findTransaction(await request("&chain_ids=eth"), "swap");
  expect(summary).toBe("Swapped 0.079 ETH for 250.1 USDC on Uniswap V2");
  const res = await api.post("/v1/wallet/explain_tx", JSON.stringify({ chain_id: "eth", tx_id: id }));
  expect(await res.json()).toMatchObject({ summary });
});

test("whether the other sides are contracts is null until the indexer has read them, and read again when they appear later", async () => {
  const { db } = api;
  const waiting = async () => new Set(await listUnreadAccounts(db, "eth", 99));
  const codesOf = async (count: number) => {
    const history = await request(`&chain_ids=eth&page_count=20&nothing=${count}`); // each time a response of its own
    const { receives, other_is_contract: isContract } = findTransaction(history, "receive");
    return [receives[0]?.from_is_contract, isContract, findTransaction(history, "swap").receives[0]?.from_is_contract];
  };
  expect(await codesOf(1)).toEqual([null, null, true]); // contracts of protocols are known
  await vi.waitFor(async () => expect(await waiting()).toContain(BOB));
  expect(await waiting()).toContain(ROUTER);
  expect(await waiting()).not.toContain(USDC); // the table of tokens has it
  const { blockNumber, timeAt } = ETH_HEAD;
  const accounts = [...(await waiting())].map((address) => ({ address, hasCode: address === ROUTER }));
  await writeAccountCodes(db, "eth", ETH_HEAD, accounts);
  expect(await codesOf(2)).toEqual([false, false, true]);
  expect(await waiting()).toEqual(new Set());
  await writeAccountCodes(db, "eth", { blockNumber: 18_999_002n, timeAt }, accounts);
  await codesOf(3);
  await vi.waitFor(async () => expect(await waiting()).toContain(BOB)); // its transfer is in a later block
  expect(await waiting()).not.toContain(ROUTER);
  await writeAccountCodes(db, "eth", { blockNumber, timeAt: timeAt - 86_401 }, accounts);
  expect(await codesOf(4)).toEqual([false, false, true]);
  await vi.waitFor(async () => expect(await waiting()).toContain(BOB));
});
