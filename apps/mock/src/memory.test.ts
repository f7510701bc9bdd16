/** The mock's own state besides the recording: units, messages, names, follows, transactions, field masks. */
import { createClient, PorticoError, unwrap, unwrapWithMeta } from "@portico/client";
import { operationTable, type ExplainTx, type PreExecTx, type UnsignedTx } from "@portico/contract";
import { encodeFunctionData, erc20Abi, erc721Abi, maxUint256, type Hex } from "viem";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findHolding } from "./testing/findHolding.ts";
import { contractOperations } from "./testing/contractOperations.ts";
import { schemaErrors } from "./testing/schemaErrors.ts";
import { readRecording } from "./recorded/recording.ts";
import { startMock, type RunningMock } from "./testing/startMock.ts";

const { users } = await readRecording();
const [demo, borrower, collector] = ["demo", "borrower", "collector"].map(
  (name) => (users.find((user) => user.name === name)?.address ?? "") as Hex,
) as [Hex, Hex, Hex];
const UNSEEN: Hex = "0x00000000000000000000000000000000000a11ce";

let mock: RunningMock;
beforeAll(async () => {
  mock = await startMock();
});
afterAll(() => mock[Symbol.asyncDispose]());

const as = (accessKey: string) => createClient({ baseUrl: mock.url, accessKey, retry: false });
const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(mock.url + path, { headers: { AccessKey: "any", authorization: "Bearer any", ...headers } });
async function post<Body>(path: string, body: object, headers: Record<string, string> = {}): Promise<Body> {
  const response = await fetch(mock.url + path, {
    method: "POST",
    headers: { AccessKey: "any", "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${response.status} ${text}`);
  const { schemas } = contractOperations.find((one) => one.path === path && one.method === "post") ?? {};
  expect(schemaErrors(schemas?.get("200")?.get("application/json") ?? "", JSON.parse(text))).toEqual([]);
  return JSON.parse(text) as Body;
}

test("calls use up units by the contract's prices, until none are left; errors are free", async () => {
  const client = as("units-40-of-a-test");
  const units = async () => await unwrap(client.GET("/v1/account/units"));
  const before = await units();
  expect([before.balance, before.stats.length, before.stats[0]?.usage]).toEqual([40, 30, 0]);
  const query = { id: demo };
  const { meta } = await unwrapWithMeta(client.GET("/v1/user/total_balance", { params: { query } }));
  expect(meta.unitsRemaining).toBe(10);
  await client.GET("/v1/user/chain_balance", { params: { query: { id: "nobody", chain_id: "eth" } } });
  const refused = await unwrap(client.GET("/v1/user/total_balance", { params: { query } })).catch((error) => error);
  expect([refused instanceof PorticoError && refused.code, String(refused)]).toEqual([
    "units_exhausted",
    expect.stringContaining("10 units left; this request needs 30"),
  ]);
  const after = await units();
  expect([after.balance, after.stats[0]?.usage, after.stats[1]]).toEqual([10, 30, before.stats[1]]);
  for (const [index, day] of after.stats.slice(1).entries()) {
    const { remains = 0, usage = 0 } = after.stats[index] ?? {};
    expect(day.remains).toBe(remains + usage);
  }
});

test("where units are used up, the account reports it too", async () => {
  const response = await get("/v1/account/units", { "Portico-Mock": "scenario=units_exhausted" });
  expect([response.status, await response.json()]).toMatchObject([200, { balance: 0 }]);
});

test("a message's status is available by its id, it costs per recipient, and its repetition is free", async () => {
  const content = { type: "text", value: { data: "Hello", version: "v1" } };
  const blocking = "0x000000000000000000000000000000000000b10c";
  const body = { address_list: [demo, demo.toUpperCase().replace("0X", "0x"), blocking], content };
  const headers = { AccessKey: "units-9-messages", "Idempotency-Key": "one" };
  const sent = await post<{ group_send_id: string }>("/v1/official/group_send", body, headers);
  expect(sent).toMatchObject({ accepted_count: 2 });
  expect(await post("/v1/official/group_send", body, headers)).toEqual(sent);
  const id = sent.group_send_id;
  const status = await unwrap(as(headers.AccessKey).GET("/v1/official/message/status", { params: { query: { id } } }));
  expect(status).toMatchObject({ id, recipient_count: 2, delivered_count: 1, blocked_count: 1 });
  expect(await unwrap(as(headers.AccessKey).GET("/v1/account/units"))).toMatchObject({ balance: 9 - 2 - 1 });
  for (const path of ["gs_UNKNOWN", id]) {
    expect((await get(`/v1/official/message/status?id=${path}`, { AccessKey: "another" })).status).toBe(400);
  }
  const other = { ...body, address_list: [demo] };
  await expect(post("/v1/official/group_send", other, headers)).rejects.toThrow("was already used with another body");
  await expect(post("/v1/official/group_send", { ...body, address_list: "all" })).rejects.toThrow("400");
});

test("what can't be paid isn't done: the same message later isn't a repetition", async () => {
  const content = { type: "text", value: { data: "Hello", version: "v1" } };
  const headers = { AccessKey: "units-1-messages", "Idempotency-Key": "one" };
  const send = async () => post("/v1/official/group_send", { address_list: [demo, borrower], content }, headers);
  await expect(send()).rejects.toThrow("units_exhausted");
  await expect(send()).rejects.toThrow("units_exhausted");
});

test("every response has the remaining units: errors too, and an application's requests for a signed-in user", async () => {
  const left = async (path: string, headers: Record<string, string>) =>
    / "units";r=(\d+)$/.exec((await get(path, headers)).headers.get("ratelimit") ?? "")?.[1];
  expect(await left("/v1/token?chain_id=eth&id=nothing", { AccessKey: "units-7-of-errors" })).toBe("7");
  const [first, second] = [await left("/v1/me/profile", {}), await left("/v1/me/profile", {})];
  expect(Number(first) - Number(second)).toBe(operationTable.getMeProfile.units);
});

test("an error requested by its code alone is about a parameter of the operation", async () => {
  const errors = async (path: string) => (await get(path, { Prefer: "code=400" })).json();
  expect(await errors("/v1/token?chain_id=eth&id=eth")).toMatchObject({ errors: { chain_id: "is required" } });
  expect(await errors("/v1/name?id=demo.eth")).toMatchObject({ detail: "id is required" });
  expect(await errors("/v1/chain/status")).toMatchObject({ errors: { chain_ids: "is not valid" } });
  expect(await errors("/v1/account/units")).toMatchObject({ code: "mask_parse_error" });
});

test("recorded owners and special addresses have names, both ways; no other address has one", async () => {
  const named = async (id: string) => (await get(`/v1/name?id=${id}`)).json();
  expect(await named("Borrower.eth")).toEqual({ address: borrower, name: "borrower.eth" });
  expect(await named(borrower)).toEqual({ address: borrower, name: "borrower.eth" });
  expect(await named("rate-limited.eth")).toMatchObject({ address: expect.stringMatching(/0429$/) });
  expect(await named(UNSEEN)).toEqual({ address: UNSEEN, name: null });
  expect(await named("nobody.eth")).toEqual({ address: null, name: "nobody.eth" });
  expect((await get("/v1/name?id=nothing")).status).toBe(400);
});

test("a signed-in user follows and is followed by other recorded owners, and the profile counts them", async () => {
  const me = (await (await get("/v1/me")).json()) as object;
  expect(me).toMatchObject({ id: demo, name: "demo", web3_id: "demo.eth" });
  const lists = await Promise.all(
    ["follower", "following"].map(async (kind) => {
      const page = (await (await get(`/v1/me/${kind}_list?limit=2`)).json()) as Record<string, { id: string }[]>;
      const rest = (await (await get(`/v1/me/${kind}_list?start=2`)).json()) as Record<string, { id: string }[]>;
      return [...(page[`${kind}_list`] ?? []), ...(rest[`${kind}_list`] ?? [])].map(({ id }) => id);
    }),
  );
  const profile = await (await get("/v1/me/profile")).json();
  expect(profile).toMatchObject({ follower_count: lists[0]?.length, following_count: lists[1]?.length });
  const known = new Set(users.map(({ address }) => address));
  for (const list of lists) expect([list.includes(demo), list.every((id) => known.has(id))]).toEqual([false, true]);
});

test("a field mask reduces responses, digits intact, and a wrong one is rejected", async () => {
  const tokens = await get(`/v1/user/token_list?id=${demo}&chain_id=eth`, { "X-Fields": "symbol,raw_amount" });
  const [first] = (await tokens.clone().json()) as object[];
  expect(Object.keys(first ?? {})).toEqual(["symbol", "raw_amount"]);
  expect(await tokens.text()).toContain(`"raw_amount":${findHolding(users, "demo", "eth").digits}`);
  const wrong = await get("/v1/chain/list", { "X-Fields": "{id" });
  expect([wrong.status, await wrong.json()]).toMatchObject([400, { code: "mask_parse_error" }]);
});

const tx = (from: Hex, fields: Partial<UnsignedTx>) => ({ tx: { chainId: 1, from, ...fields } });
const explain = (body: object) => post<ExplainTx>("/v1/wallet/explain_tx", body);
const simulate = (body: object, mockHeader = "") =>
  post<PreExecTx>("/v1/wallet/pre_exec_tx", body, { "Portico-Mock": mockHeader });
const transfer = (to: Hex, rawAmount: bigint) =>
  encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args: [to, rawAmount] });

test("a transfer is explained with the owner's token, and simulated against its balance", async () => {
  const usdc = findHolding(users, "demo", "USDC");
  const send = (rawAmount: bigint) => tx(demo, { to: usdc.id, data: transfer(collector, rawAmount) });
  const { abi, actions } = await explain(send(1_500_000n));
  expect([abi?.func, actions]).toMatchObject([
    "transfer",
    [{ type: "send_token", from_addr: demo, to_addr: collector, token: { symbol: "USDC", amount: 1.5 } }],
  ]);
  const all = BigInt(usdc.digits);
  const { pre_exec: whole, balance_change: change } = await simulate(send(all));
  expect([whole.success, change.send_token_list]).toMatchObject([true, [{ id: usdc.id, raw_amount_str: usdc.digits }]]);
  expect(change.usd_value_change).toBeCloseTo(-usdc.usdValue, 5);
  const { pre_exec: more } = await simulate(send(all + 1n));
  expect(more.error).toMatchObject({ code: 1002 });
  const { pre_exec: later } = await simulate({ ...send(all), pending_tx_list: [send(1n).tx] });
  expect(later.success).toBe(false);
  const received = await simulate({ ...send(1n), user_addr: collector });
  expect(received.balance_change.receive_token_list).toMatchObject([{ raw_amount: 1 }]);
  const { balance_change: none } = await simulate(tx(demo, { to: usdc.id, data: transfer(demo, 1n) }));
  expect(none).toMatchObject({ success: true, send_token_list: [], receive_token_list: [], usd_value_change: 0 });
  expect((await simulate(send(maxUint256))).pre_exec.error).toMatchObject({ code: 1002 });
  const { pre_exec: after } = await simulate({ ...send(all), pending_tx_list: [send(all + 1n).tx] });
  expect(after.success).toBe(true);
});

test("transactions that the service refuses are refused, and a chain without a node is 2002", async () => {
  const sent = tx(demo, { to: collector });
  const elsewhere = { ...sent.tx, chainId: 8453 };
  await expect(simulate({ ...sent, pending_tx_list: [elsewhere] })).rejects.toThrow("must be the chain of tx, 'eth'");
  await expect(explain({ tx: { ...sent.tx, authorizationList: [{}] } })).rejects.toThrow("authorizationList");
  await expect(explain({ tx: { ...sent.tx, chainId: 42161 } })).rejects.toThrow("invalid_chain");
  await expect(explain({ chain_id: "arb", tx_id: `0x${"ab".repeat(32)}` })).rejects.toThrow("invalid_chain");
  const { pre_exec: run, block_number: block } = await simulate({ tx: { ...sent.tx, chainId: 42161 } });
  expect([run.error, block]).toMatchObject([{ code: 2002 }, null]);
});

test("an integer that is not exact in JSON is rejected, and none is made up", async () => {
  const sent = tx(demo, { to: collector, value: 1e21 });
  await expect(explain(sent)).rejects.toThrow("send it as a string");
});

test("coins, NFTs and unavailable chains are simulated, too; equal requests get equal responses", async () => {
  const { pre_exec: poor } = await simulate(tx(demo, { to: collector, value: "0xffffffffffffffffffffff" }));
  expect(poor.error).toMatchObject({ code: 2001 });
  const nft = users.find(({ name }) => name === "collector")?.nfts.find((one) => one.chain === "eth" && one.is_erc721);
  const args = [collector, demo, BigInt(nft?.inner_id ?? 0)] as const;
  const data = encodeFunctionData({ abi: erc721Abi, functionName: "transferFrom", args });
  const give = (from: Hex) => tx(from, { to: nft?.contract_id as Hex, data });
  const { balance_change: change } = await simulate(give(collector));
  expect(change.send_nft_list).toMatchObject([{ id: nft?.id, inner_id: nft?.inner_id }]);
  const away = await simulate(give(collector), "scenario=failing");
  expect([away.pre_exec.error, away.block_number]).toMatchObject([{ code: 2002 }, null]);
  expect(await simulate(give(collector))).toEqual(await simulate(give(collector)));
});

test("a recorded transaction is explained by its hash", async () => {
  const loan = users.find(({ name }) => name === "borrower")?.history.find(({ category }) => category === "borrow");
  const { abi, actions } = await explain({ chain_id: "eth", tx_id: loan?.id });
  expect([abi?.func, actions]).toMatchObject([
    "borrow",
    [{ category: "borrow", contract: { protocol: { id: "aave3" } }, receive_token_list: [{ symbol: "USDC" }] }],
  ]);
  await expect(explain({ chain_id: "eth", tx_id: `0x${"ab".repeat(32)}` })).rejects.toThrow("400");
});
