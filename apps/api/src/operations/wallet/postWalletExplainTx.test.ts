import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { ExplainTx, TxAction } from "@portico/contract";
import { getPermit2, permit2Abi, type Address, type Hex } from "@portico/evm";
import {
  advanceChain,
  copyTransactions,
  describeNftContracts,
  ensureNfts,
  importFunctionSignatures,
  replacePrices,
  unknownToken,
  upsertTokens,
  writeNftOutcomes,
} from "@portico/store";
import { encodeFunctionData, erc20Abi, erc721Abi, parseAbiItem, toFunctionSelector, type AbiFunction } from "viem";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ALICE, BOB, CAROL, ETH_HEAD, MAX_UINT256, USDC, WETH } from "../../testing/fillStore.ts";
import { readProblem } from "../../testing/readProblem.ts";
import { startFilledApi } from "../../testing/startFilledApi.ts";

const api = await startFilledApi();
afterAll(() => api.stop());

const POOL: Address = "0x87870bca3f3fd6335c3f4ce8392d69350b4fa4e2";
const APES: Address = "0xbc4ca0eda7647a8ab7c2061c2e118a18a936f13d";
const SCARCE: Address = "0x00000000000000000000000000000000000a0002";
const UNKNOWN_ADDRESS: Address = "0x00000000000000000000000000000000000a0003";
const HASH: Hex = `0x${"ab".repeat(32)}`;
const PICTURE = "ipfs://QmRRPWG96cmgTn2qSzjwr2qvfNEuhunv6FNeMFGa9bx6mQ";

const post = (body: unknown) =>
  api.post("/v1/wallet/explain_tx", typeof body === "string" ? body : JSON.stringify(body));
async function explain(body: unknown): Promise<ExplainTx> {
  const res = await post(body);
  const text = await res.text();
  if (res.status !== 200) throw new Error(text);
  return JSON.parse(text) as ExplainTx;
}
const tx = (fields: object) => ({ tx: { chainId: 1, from: ALICE, nonce: "0x1", ...fields } });
const act = async (fields: object): Promise<TxAction> => (await explain(tx(fields))).actions[0]!;

const transfer = (rawAmount: bigint): Hex =>
  encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args: [BOB, rawAmount] });
const approve = (spender: Address, rawAmount: bigint): Hex =>
  encodeFunctionData({ abi: erc20Abi, functionName: "approve", args: [spender, rawAmount] });

beforeAll(async () => {
  const { db } = api;
  const price = { source: "chainlink", blockNumber: 1n, timeAt: 1 };
  await replacePrices(db, "eth", [{ ...price, token: USDC, usd: 0.9998 }]);
  const scarce = { name: "Scarce", symbol: "SCARCE", decimals: 2, totalSupply: 5_000n };
  await upsertTokens(db, [{ ...unknownToken("eth", SCARCE), ...scarce }]);
  await api.api.tokens.reload();
  await describeNftContracts(db, "eth", 1n, [{ address: APES, isErc1155: false, name: "Apes", symbol: "APE" }]);
  const ape = { contract: APES, tokenId: 8817n };
  await ensureNfts(db, "eth", [{ ...ape, isErc1155: false }]);
  const nft = { name: "Ape #8817", description: null, contentType: "image_url", content: PICTURE, thumbnailUrl: null };
  await writeNftOutcomes(db, "eth", [{ ...ape, kind: "fetched", uri: null, metadata: { ...nft, attributes: [] } }]);
  const mined = { blockNumber: ETH_HEAD.blockNumber, timeAt: 1, nonce: 3n, rawValue: 0n, sender: ALICE };
  await copyTransactions(db, "eth", [
    { ...mined, txIndex: 0, hash: HASH, recipient: USDC, input: transfer(250_500_000n) },
    { ...mined, txIndex: 1, hash: `0x${"cd".repeat(32)}`, recipient: ALICE, input: "0x" },
  ]);
});

const contract = await readFile(fileURLToPath(import.meta.resolve("@portico/contract/openapi.json")), "utf8");
const { examples } = (JSON.parse(contract) as { components: { examples: Record<string, { value: object }> } })
  .components;
const exampleOf = (name: string): object => examples[name]?.value ?? expect.unreachable(`no example ${name}`);

test("the contract's examples are the responses to their requests", async () => {
  const request = exampleOf("ExplainTxRequestTx") as { tx: object };
  expect(await explain(request)).toMatchObject(exampleOf("ExplainTxSend"));
  const data = approve(POOL, 1_000_000_000n);
  expect(await explain({ tx: { ...request.tx, data } })).toMatchObject(exampleOf("ExplainTxApprove"));
});

test("a transaction is the same in any client's spelling", async () => {
  const data = transfer(1_000_000n);
  const expected = await explain(tx({ to: USDC, data }));
  const spellings = [
    { chainId: "1" },
    { chainId: "0x1" },
    { chainId: "eth" },
    { from: ALICE.toUpperCase().replace("0X", "0x") },
    { gas: "", gasPrice: null, value: "0x", maxFeePerGas: "123", nonce: 1 },
    { data: undefined, input: data.toUpperCase().replace("0X", "0x") },
    { data, input: data, type: "0x2", accessList: [] },
  ];
  for (const fields of spellings) expect(await explain(tx({ to: USDC, data, ...fields }))).toEqual(expected);
});

test("additional fields of wallets change nothing", async () => {
  const requested = tx({ to: USDC, data: transfer(1_000_000n) });
  const besides = {
    user_addr: ALICE,
    origin: "https://app.example",
    update_nonce: false,
    pending_tx_list: [requested.tx],
  };
  expect(await explain({ ...requested, ...besides })).toEqual(await explain(requested));
});

test("an integer of any length is exact", async () => {
  const text = `{"tx":{"chainId":1,"from":"${ALICE}","to":"${BOB}","value":1000000000000000000001}}`;
  const [action] = (await explain(text)).actions;
  expect(action).toMatchObject({ type: "send_token", token: { id: "eth", raw_amount_str: "1000000000000000000001" } });
});

test("without a recipient a contract is created; zero to oneself cancels, if the nonce is known", async () => {
  for (const to of [undefined, null, ""])
    expect(await act({ to, data: "0x60" })).toMatchObject({ type: "deploy_contract" });
  expect(await act({ data: "0x60" })).toEqual({ type: "deploy_contract", from_addr: ALICE });
  expect(await act({ data: "0x60", value: "0x5" })).toMatchObject({ token: { id: "eth", raw_amount: 5 } });
  expect(await act({ to: ALICE })).toEqual({ type: "cancel_tx", from_addr: ALICE });
  expect(await act({ to: ALICE, nonce: "" })).toMatchObject({
    type: "send_token",
    to_addr: ALICE,
    token: { amount: 0 },
  });
});

test("an approval says whether it is unlimited, its spender, and the spender's protocol", async () => {
  const approval = async (to: Address, rawAmount: bigint) => await act({ to, data: approve(POOL, rawAmount) });
  expect(await approval(USDC, MAX_UINT256)).toMatchObject({
    type: "approve_token",
    owner: ALICE,
    spender: { id: POOL, protocol: { id: "aave3" } },
    token: { symbol: "USDC", raw_amount_str: MAX_UINT256.toString(), is_infinity: true },
    permit2_id: null,
  });
  expect(await approval(USDC, 2n ** 255n - 1n)).toMatchObject({ token: { is_infinity: false } });
  expect(await approval(SCARCE, 5_000n)).toMatchObject({ token: { amount: 50, is_infinity: false } });
  expect(await approval(SCARCE, 5_001n)).toMatchObject({ token: { is_infinity: true } });
  expect(await approval(USDC, 0n)).toMatchObject({ type: "revoke_token_approval", token: { is_infinity: false } });
});

test("an approval inside Permit2 is marked, and has its own limit", async () => {
  const permit2 = getPermit2("eth");
  const inPermit2 = async (rawAmount: bigint) => {
    const args = [USDC, BOB, rawAmount, 0] as const;
    return await act({ to: permit2, data: encodeFunctionData({ abi: permit2Abi, functionName: "approve", args }) });
  };
  const expected = { type: "approve_token", owner: ALICE, spender: { id: BOB, protocol: null }, permit2_id: permit2 };
  expect(await inPermit2(2n ** 160n - 1n)).toMatchObject({ ...expected, token: { symbol: "USDC", is_infinity: true } });
  expect(await inPermit2(2n ** 160n - 2n)).toMatchObject({ ...expected, token: { is_infinity: false } });
});

test("an NFT has the store's metadata, and so does its collection", async () => {
  const nft = {
    chain: "eth",
    contract_id: APES,
    inner_id: "8817",
    name: "Ape #8817",
    content: PICTURE,
    contract_name: "Apes",
    is_erc721: true,
    amount: 1,
  };
  const encode = encodeFunctionData<typeof erc721Abi>;
  const sent = encode({ abi: erc721Abi, functionName: "transferFrom", args: [ALICE, BOB, 8817n] });
  expect(await act({ to: APES, data: sent })).toMatchObject({ type: "send_nft", from_addr: ALICE, to_addr: BOB, nft });
  const unknown = encode({ abi: erc721Abi, functionName: "transferFrom", args: [ALICE, BOB, 1n] });
  expect(await act({ to: APES, data: unknown })).toMatchObject({
    nft: { name: "", content: "", contract_name: "Apes" },
  });
  expect(await act({ to: APES, data: approve(BOB, 8817n) })).toMatchObject({ type: "approve_nft", nft });
  for (const [isApproved, type] of [
    [true, "approve_nft_collection"],
    [false, "revoke_nft_collection_approval"],
  ] as const) {
    const data = encode({ abi: erc721Abi, functionName: "setApprovalForAll", args: [BOB, isApproved] });
    expect(await act({ to: APES, data })).toMatchObject({ type, collection: { id: `eth:${APES}`, name: "Apes" } });
  }
});

test("the same calldata moves tokens of a token, and an unknown contract is not cached", async () => {
  const data = encodeFunctionData({ abi: erc20Abi, functionName: "transferFrom", args: [ALICE, BOB, 8817n] });
  expect(await act({ to: USDC, data })).toMatchObject({
    type: "send_token",
    token: { symbol: "USDC", amount: 0.008817 },
  });
  const token = { id: UNKNOWN_ADDRESS, symbol: null, decimals: null, price: 0, amount: 7, raw_amount: 7 };
  expect(await act({ to: UNKNOWN_ADDRESS, data: transfer(7n) })).toMatchObject({ type: "send_token", token });
  expect(api.api.tokens.find("eth", UNKNOWN_ADDRESS)).toBeUndefined();
});

test("wrapping native coin is a call with what is sent and received", async () => {
  expect(await act({ to: WETH, value: "0xde0b6b3a7640000", data: toFunctionSelector("deposit()") })).toMatchObject({
    type: "call",
    category: "wrap",
    contract: { id: WETH },
    send_token_list: [{ id: "eth", amount: 1, is_infinity: false }],
    receive_token_list: [{ id: WETH, amount: 1 }],
  });
});

test("an unknown function is a call without a name, until its signature is imported", async () => {
  const selector = toFunctionSelector("frobnicate(address,uint8[])");
  const data: Hex = `${selector}${"0".repeat(24)}${BOB.slice(2)}${"40".padStart(64, "0")}${"0".repeat(64)}`;
  const truncated = { to: UNKNOWN_ADDRESS, data: data.slice(0, -64) };
  expect(await explain(tx(truncated))).toMatchObject({
    abi: null,
    actions: [{ type: "call", category: "", contract: { protocol: null } }],
  });
  const other = toFunctionSelector("defrobnicate(bool)");
  const signatures = [
    { selector: other, signature: "nonsense(" },
    { selector: other, signature: "defrobnicate(bool)" },
  ];
  await importFunctionSignatures(api.db, "test", signatures);
  const { abi } = await explain(tx({ to: UNKNOWN_ADDRESS, data: `${other}${"1".padStart(64, "0")}` }));
  expect(abi).toMatchObject({ func: "defrobnicate", params: [true], signature: "defrobnicate(bool)" });
});

const SWAP =
  "function swapExactETHForTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline) payable";
const ROUTER: Address = "0x7a250d5630b4cf539739df2c5dacb4c659f2488d";
const ETHER = "0xde0b6b3a7640000";
const encodeCall = (signature: string, args: unknown[]): Hex =>
  encodeFunctionData({ abi: [parseAbiItem(signature) as AbiFunction], args });
const swap = (minimum: bigint): Hex => encodeCall(SWAP, [minimum, [WETH, USDC], ALICE, 2n ** 40n]);
const FOR_ALL = "function setApprovalForAll(address operator, bool approved)";
const EXECUTE = "function executeBatch((address target, uint256 value, bytes data)[] calls)";
const executeBatch = (calls: (readonly [Address, Hex])[]): Hex =>
  encodeCall(EXECUTE, [calls.map(([target, data]) => ({ target, value: 0n, data }))]);

test.each<[string, object]>([
  ["Sends 1 ETH to 0x0000…00c0", { to: CAROL, value: ETHER }],
  ["Allows Aave V3 to move unlimited USDC", { to: USDC, data: approve(POOL, MAX_UINT256) }],
  ["Stops Aave V3 from moving USDC", { to: USDC, data: approve(POOL, 0n) }],
  ["Swaps up to 1 ETH for at least 2,500 USDC on Uniswap V2", { to: ROUTER, value: ETHER, data: swap(2_500_000_000n) }],
  ["Swaps up to 1 ETH for some USDC on Uniswap V2", { to: ROUTER, value: ETHER, data: swap(0n) }],
  ["Wraps 1 ETH into 1 WETH", { to: WETH, value: ETHER, data: toFunctionSelector("deposit()") }],
  ["Calls 0x12345678 on 0x0000…0003: sends up to 1 ETH", { to: UNKNOWN_ADDRESS, value: ETHER, data: "0x12345678" }],
  ["Sends some 0x0000…0003 to 0x0000…00b0", { to: UNKNOWN_ADDRESS, data: transfer(7n) }],
  ["Cancels a pending transaction", { to: ALICE }],
  ["Deploys a contract with 1 ETH", { data: "0x60", value: ETHER }],
  ["Allows 0x0000…00b0 to move all Apes", { to: APES, data: encodeCall(FOR_ALL, [BOB, true]) }],
])("one that isn't sent is a sentence, with limits as limits: %s", async (sentence, fields) => {
  const { summary } = await explain(tx(fields));
  expect(summary).toBe(sentence);
});

test("each of a few actions is in the sentence, and of many the number by type", async () => {
  const account = UNKNOWN_ADDRESS;
  const calls = [[USDC, transfer(1_000_000n)] as const, [USDC, approve(POOL, MAX_UINT256)] as const];
  expect((await explain(tx({ to: account, data: executeBatch(calls) }))).summary).toBe(
    "Sends 1 USDC to 0x0000…00b0 from 0x0000…0003, then allows Aave V3 to move unlimited USDC of 0x0000…0003",
  );
  const hidden = [...calls, ...calls, [APES, encodeCall(FOR_ALL, [BOB, true])] as const];
  expect((await explain(tx({ to: account, data: executeBatch(hidden) }))).summary).toBe(
    "Makes 5 actions: 2 transfers, 2 approvals and 1 approval of a collection",
  );
});

test("a mined transaction is explained by its hash, with its chain's status", async () => {
  const res = await post({ chain_id: "eth", tx_id: HASH.toUpperCase().replace("0X", "0x") });
  expect(res.headers.get("portico-chains")).toContain("eth;block=19000000");
  const unsigned = await explain(tx({ to: USDC, data: transfer(250_500_000n) }));
  expect(await res.json()).toEqual({ ...unsigned, summary: null });
  const { actions } = await explain({ chain_id: "eth", tx_id: `0x${"cd".repeat(32)}` });
  expect(actions).toEqual([{ type: "cancel_tx", from_addr: ALICE }]);
});

test("a mined transaction is explained while the chain's balances are read", async () => {
  await advanceChain(api.db, "eth", { balances: null });
  expect(await explain({ chain_id: "eth", tx_id: HASH })).toMatchObject({ summary: null, abi: { func: "transfer" } });
  await advanceChain(api.db, "eth", { balances: ETH_HEAD });
});

test.each<[object, string, string]>([
  [
    { chain_id: "eth", tx_id: `0x${"00".repeat(32)}` },
    "invalid_params",
    "tx_id is not a transaction of the indexed blocks of 'eth' (18992800 to 19000000)",
  ],
  [{ chain_id: "arb", tx_id: HASH }, "invalid_params", "(none yet)"],
  [{ chain_id: "op", tx_id: HASH }, "invalid_chain", "not served here"],
  [{ chain_id: "nowhere", tx_id: HASH }, "invalid_chain", "Unknown chain"],
  [{ ...tx({}), tx_id: HASH }, "invalid_params", "tx_id must not be combined with tx"],
  [tx({ chainId: 10 }), "invalid_chain", "'op' is not served here"],
  [tx({ chainId: "nowhere" }), "invalid_chain", "tx.chainId 'nowhere' is not a known chain"],
  [tx({ value: "-1" }), "invalid_params", "tx.value"],
  [tx({ data: "0x123" }), "invalid_params", "tx.data"],
  [tx({ to: "vitalik.eth" }), "invalid_params", "tx.to"],
])("%j is rejected", async (body, code, text) => {
  const problem = await readProblem(await post(body));
  expect(problem).toMatchObject({ status: 400, code });
  expect(problem.detail).toContain(text);
});
