import type { PreExecTx } from "@portico/contract";
import { getChain, NATIVE_TOKEN, type Address, type Hex } from "@portico/evm";
import { getCreationCode, loadArtifact, startBareChain } from "@portico/devnet";
import { listSafeSingletons } from "@portico/protocols";
import { replacePrices, unknownToken, upsertTokens } from "@portico/store";
import { encodeFunctionData, parseAbi, toEventSelector, toFunctionSelector } from "viem";
import { afterAll, beforeAll, expect, test } from "vitest";
import { playTraceCallMany } from "../../testing/playTraceCallMany.ts";
import { startCountingRpc } from "../../testing/startCountingRpc.ts";
import { startTestApi } from "../../testing/startTestApi.ts";

const ALICE: Address = "0x00000000000000000000000000000000000a11ce";
const BOB: Address = "0x0000000000000000000000000000000000000b0b";
const WETH = getChain("eth").wrappedToken!;
const FORWARDER: Address = `0x${"f0".repeat(20)}`;
const LEGACY: Address = `0x${"1e".repeat(20)}`;
const CLEARER: Address = `0x${"c1".repeat(20)}`;
const PANICS: Address = `0x${"9a".repeat(20)}`;
/** Any account that calls it, except for `balanceOf(address)`, pays ten to Bob, who gets nine; it emits no log. */
const SILENT: Address = `0x${"51".repeat(20)}`;
const ONE = 10n ** 18n;

const preset = (name: string) =>
  loadArtifact(
    "@openzeppelin/contracts",
    `build/contracts/${name}.json`,
    {},
    import.meta.resolve("@portico/protocols/package.json"),
  );
const artifacts = {
  token: preset("ERC20PresetMinterPauser"),
  picture: preset("ERC721PresetMinterPauserAutoId"),
  item: preset("ERC1155PresetMinterPauser"),
  weth: loadArtifact(
    "@uniswap/v2-periphery",
    "build/WETH9.json",
    {},
    import.meta.resolve("@portico/devnet/package.json"),
  ),
};
const abi = parseAbi([
  "function transfer(address to, uint256 amount)",
  "function approve(address spender, uint256 amount)",
  "function deposit() payable",
  "function withdraw(uint256 wad)",
  "function mint(address to)",
  "function balanceOf(address owner) view returns (uint256)",
]);
const moreAbi = parseAbi([
  "function transferFrom(address from, address to, uint256 idOrAmount)",
  "function mint(address to, uint256 amount)",
  "function mint(address to, uint256 id, uint256 amount, bytes data)",
  "function safeBatchTransferFrom(address from, address to, uint256[] ids, uint256[] amounts, bytes data)",
]);

const chain = await startBareChain(1);
const rpc = await startCountingRpc(chain.rpcUrl);
const rpcUrls = new Map([["eth", [rpc.url]]]);
const api = await startTestApi({ rpcUrls, simulationWaitMs: 60_000 });
const hasty = await startTestApi({ rpcUrls, simulationWaitMs: 300 });
afterAll(() => Promise.all([api.stop(), hasty.stop(), rpc.stop(), chain.stop()]));

let token: Address;
let picture: Address;
let item: Address;

/** Programs without JUMPDEST: forwards its value to Bob; self-destructs in favour of Bob; clears two slots; panics. */
const FORWARDS: Hex = `0x60006000600060003473${BOB.slice(2)}5af100`;
const ENDS: Hex = `0x73${BOB.slice(2)}ff`;
/** By selector: SLOAD of the caller less ten, of Bob plus nine; or SLOAD of the first argument. */
const PAYS: Hex = `0x60003560e01c6370a08231146047573354600a9003335573${BOB.slice(2)}5460090173${BOB.slice(2)}55005b6004355460005260206000f3`;
const CLEARS: Hex = "0x600060005560006001556001600255";
const OVERFLOWS = encodeFunctionData({ abi: parseAbi(["function Panic(uint256)"]), args: [0x11n] });

beforeAll(async () => {
  token = await chain.deploy(artifacts.token, ["One", "ONE"], ALICE);
  picture = await chain.deploy(artifacts.picture, ["Pictures", "PIC", "ipfs://"], ALICE);
  item = await chain.deploy(artifacts.item, ["ipfs://"], ALICE);
  await chain.install(WETH, getCreationCode(artifacts.weth));
  await chain.setCode(FORWARDER, FORWARDS);
  await chain.setCode(LEGACY, ENDS);
  await chain.setBalance(LEGACY, 77n);
  await chain.setCode(CLEARER, CLEARS);
  for (const slot of [0n, 1n]) await setSlot(CLEARER, slot, 5n);
  await chain.setCode(SILENT, PAYS);
  await setSlot(SILENT, BigInt(ALICE), 100n);
  // CODECOPY of the panic after the program, REVERT
  await chain.setCode(PANICS, `0x6024600c60003960246000fd${OVERFLOWS.slice(2)}`);
  await chain.write(ALICE, { to: token, abi: moreAbi, functionName: "mint", args: [ALICE, 100n * ONE] });
  await chain.write(ALICE, { to: picture, abi, functionName: "mint", args: [ALICE] });
  await chain.write(ALICE, { to: item, abi: moreAbi, functionName: "mint", args: [ALICE, 7n, 5n, "0x"] });
  await chain.write(ALICE, { to: item, abi: moreAbi, functionName: "mint", args: [ALICE, 8n, 5n, "0x"] });
  await chain.write(ALICE, { to: WETH, abi, functionName: "deposit", args: [], value: 9n });
  await chain.setBalance(BOB, ONE);
  const known = { decimals: 18, isVerified: true, isCore: true };
  const names = { name: "One", symbol: "ONE" };
  await upsertTokens(api.db, [
    { ...unknownToken("eth", token), ...known, ...names },
    { ...unknownToken("eth", SILENT), ...known, name: "Silent", symbol: "HUSH" },
  ]);
  const price = { source: "pool", blockNumber: 1n, timeAt: 1 };
  await replacePrices(api.db, "eth", [{ ...price, token, usd: 2 }]);
  await api.api.tokens.reload();
});

const setSlot = (address: Address, slot: bigint, value: bigint) =>
  chain.rpc.call("anvil_setStorageAt", [
    address,
    `0x${slot.toString(16)}`,
    `0x${value.toString(16).padStart(64, "0")}`,
  ]);

interface Sent {
  from: Address;
  to?: Address;
  data?: Hex;
  value?: bigint;
}

const toUnsignedTx = ({ from, to, data = "0x", value = 0n }: Sent) => ({
  chainId: 1,
  from,
  ...(to !== undefined && { to }),
  data,
  value: `0x${value.toString(16)}`,
  gas: "",
  gasPrice: "0x2af4ae900",
  nonce: "0x63",
});

const requestBody = async (body: object, of = api): Promise<{ status: number; text: string }> => {
  const res = await of.post("/v1/wallet/pre_exec_tx", JSON.stringify(body));
  return { status: res.status, text: await res.text() };
};

async function preExec(tx: Sent, more: object = {}, pending: readonly Sent[] = []): Promise<PreExecTx> {
  const { status, text } = await requestBody({
    tx: toUnsignedTx(tx),
    pending_tx_list: pending.map(toUnsignedTx),
    ...more,
  });
  expect({ status, text }).toMatchObject({ status: 200 });
  return JSON.parse(text) as PreExecTx;
}

interface Receipt {
  status: Hex;
  gasUsed: Hex;
  effectiveGasPrice: Hex;
}

async function send({ from, to, data = "0x", value = 0n }: Sent, gas: number): Promise<Receipt> {
  const fields = { from, to, data, value: `0x${value.toString(16)}`, gas: `0x${gas.toString(16)}` };
  const hash = await chain.rpc.call("eth_sendTransaction", [fields]);
  for (;;) {
    const receipt = await chain.rpc.call<Receipt | null>("eth_getTransactionReceipt", [hash]);
    if (receipt !== null) return receipt;
  }
}

/** An owner's balances of all assets, read from the chain. */
async function readAll(owner: Address): Promise<Map<string, bigint>> {
  const methods: [string, Address, Hex][] = [
    [token, token, `0x70a08231${word(BigInt(owner))}`],
    [SILENT, SILENT, `0x70a08231${word(BigInt(owner))}`],
    [WETH, WETH, `0x70a08231${word(BigInt(owner))}`],
    [`${picture} *`, picture, `0x70a08231${word(BigInt(owner))}`],
    ...[7n, 8n].map((id): [string, Address, Hex] => [
      `${item} ${id}`,
      item,
      `0x00fdd58e${word(BigInt(owner))}${word(id)}`,
    ]),
  ];
  const calls = methods.map(([, to, data]) => ["eth_call", [{ to, data }, "latest"]] as const);
  const [coins, ...amounts] = await chain.rpc.batch([["eth_getBalance", [owner, "latest"]], ...calls]);
  const held = methods.map(([key], index): [string, bigint] => [key, BigInt(amounts[index]!)]);
  return new Map([[NATIVE_TOKEN, BigInt(coins!)], ...held]);
}

/** Reported changes, by the keys of readAll. */
function listSimulated({ balance_change: simulated }: PreExecTx): Map<string, bigint> {
  const changes = new Map<string, bigint>();
  for (const [sign, tokens, nfts] of [
    [-1n, simulated.send_token_list, simulated.send_nft_list],
    [1n, simulated.receive_token_list, simulated.receive_nft_list],
  ] as const) {
    for (const { id, raw_amount_str } of tokens)
      changes.set(id === "eth" ? NATIVE_TOKEN : id, sign * BigInt(raw_amount_str));
    for (const { contract_id, inner_id, amount } of nfts)
      changes.set(`${contract_id} ${contract_id === picture ? "*" : inner_id}`, sign * BigInt(amount));
  }
  return changes;
}

interface Scene {
  what: string;
  tx: Sent;
  pending?: readonly Sent[];
  /** The account whose balances are requested; default the sender. */
  owner?: Address;
}

/** @param isExact - Whether changes without logs are expected, too. */
const listScenes = (isExact: boolean): Scene[] => [
  { what: "coins to a person", tx: { from: ALICE, to: BOB, value: 5n } },
  { what: "coins through a contract", tx: { from: ALICE, to: FORWARDER, value: 6n }, owner: BOB },
  { what: "coins of a contract that ends", tx: { from: ALICE, to: LEGACY, value: 2n }, owner: BOB },
  {
    what: "a token",
    tx: { from: ALICE, to: token, data: encodeFunctionData({ abi, functionName: "transfer", args: [BOB, ONE] }) },
  },
  {
    what: "a token that somebody pulls after an approval that is pending",
    pending: [{ from: ALICE, to: token, data: encodeFunctionData({ abi, functionName: "approve", args: [BOB, ONE] }) }],
    tx: { from: BOB, to: token, data: encodePull(ALICE, BOB, ONE) },
    owner: ALICE,
  },
  {
    what: "a wrap",
    tx: { from: ALICE, to: WETH, data: encodeFunctionData({ abi, functionName: "deposit" }), value: 12n },
  },
  {
    what: "an unwrap",
    tx: { from: ALICE, to: WETH, data: encodeFunctionData({ abi, functionName: "withdraw", args: [4n] }) },
  },
  {
    what: "a picture that is minted",
    tx: { from: ALICE, to: picture, data: encodeFunctionData({ abi, functionName: "mint", args: [BOB] }) },
    owner: BOB,
  },
  { what: "a picture", tx: { from: ALICE, to: picture, data: encodePull(ALICE, BOB, 0n) } },
  {
    what: "items in a batch",
    tx: {
      from: ALICE,
      to: item,
      data: encodeFunctionData({
        abi: moreAbi,
        functionName: "safeBatchTransferFrom",
        args: [ALICE, BOB, [7n, 8n], [2n, 3n], "0x"],
      }),
    },
  },
  ...(isExact ? [{ what: "a token that takes a fee and tells nothing", tx: { from: ALICE, to: SILENT } }] : []),
  { what: "storage that is emptied", tx: { from: ALICE, to: CLEARER } },
  { what: "a contract that is created", tx: { from: ALICE, data: getCreationCode(artifacts.token, ["Two", "TWO"]) } },
];

function encodePull(from: Address, to: Address, amount: bigint): Hex {
  return encodeFunctionData({ abi: moreAbi, functionName: "transferFrom", args: [from, to, amount] });
}

/** Whether no contract runs. */
const isPlain = ({ to, data }: Scene["tx"]): boolean => to === BOB && data === undefined;

/** The simulation of a transaction, and its effect when sent. */
async function playScene(version: string, { tx, pending = [], owner = tx.from }: Scene) {
  const simulated = await preExec(tx, { user_addr: owner }, pending);
  if (!simulated.pre_exec.success) throw new Error(JSON.stringify(simulated.pre_exec));
  for (const one of pending) await send(one, 200_000);
  const before = await readAll(owner);
  const { status, gasUsed, effectiveGasPrice } = await send(tx, simulated.gas.gas_limit);
  const after = await readAll(owner);
  const fee = owner === tx.from ? BigInt(gasUsed) * BigInt(effectiveGasPrice) : 0n;
  after.set(NATIVE_TOKEN, after.get(NATIVE_TOKEN)! + fee);
  const changes = [...after].map(([key, amount]): [string, bigint] => [key, amount - (before.get(key) ?? 0n)]);
  const happened = { status, gas: Number(gasUsed), changes: new Map(changes.filter(([, amount]) => amount !== 0n)) };
  const expected = { status: "0x1", gas: simulated.gas.gas_used, changes: listSimulated(simulated) };
  const way = [simulated.pre_exec_version, simulated.balance_change.error?.code];
  if (version === "v0" && !isPlain(tx)) return { way, simulated: expected.status, happened: happened.status };
  return { way, simulated: expected, happened };
}

/** Asserts that everything happens as simulated, and undoes it. */
async function checkScenes(version: string): Promise<void> {
  const snapshot = await chain.rpc.call("evm_snapshot", []);
  for (const scene of listScenes(version === "v2")) {
    const { what, tx, pending, owner } = scene;
    if (version === "v0" && (pending ?? owner) !== undefined) continue; // balances are not reported: nothing new
    const { way, simulated, happened } = await playScene(version, scene);
    expect({ what, simulated }).toEqual({ what, simulated: happened });
    const known = tx.to === undefined && version === "v2" ? "v1" : version; // anvil's eth_simulateV1 creates nothing
    expect({ what, way }).toEqual({ what, way: [known, version === "v0" && !isPlain(tx) ? 2000 : undefined] });
  }
  await chain.rpc.call("evm_revert", [snapshot]);
}

const isSending = (method: string): boolean => /send|sign|submit/i.test(method);

test("the simulation equals the sent transaction: balances, gas within its limit, status", async () => {
  rpc.take();
  await checkScenes("v2");
  const methods = new Set(rpc.take().flat());
  expect(methods).toContain("eth_simulateV1");
  expect([...methods].filter(isSending)).toEqual([]);
});

test("amounts are valued by the token table", async () => {
  const simulated = await preExec({
    from: ALICE,
    to: token,
    data: encodeFunctionData({ abi, functionName: "transfer", args: [BOB, 3n * ONE] }),
  });
  expect(simulated.balance_change).toMatchObject({
    success: true,
    error: null,
    send_token_list: [{ id: token, symbol: "ONE", amount: 3, raw_amount_str: (3n * ONE).toString(), price: 2 }],
    usd_value_change: -6,
  });
  expect(simulated).toMatchObject({ is_multisig: false, multisig: null });
  expect(simulated.gas.gas_limit).toBe(Math.floor(simulated.gas.gas_used * 1.5));
});

test("what moved in the simulation is a sentence, whatever the calldata promises", async () => {
  const summaryOf = async (tx: Sent) => (await preExec(tx)).summary;
  const encode = (functionName: "approve" | "transfer") =>
    encodeFunctionData({ abi, functionName, args: [BOB, 3n * ONE] });
  const claim = encodeFunctionData({ abi: parseAbi(["function claim()"]) });
  const drained = "sends less than 0.000000001 HUSH";
  expect(await summaryOf({ from: ALICE, to: token, data: encode("transfer") })).toBe("Sends 3 ONE to 0x0000…0b0b");
  expect(await summaryOf({ from: ALICE, to: token, data: encode("approve") })).toBe("Allows 0x0000…0b0b to move 3 ONE");
  expect(await summaryOf({ from: ALICE, to: SILENT, data: claim })).toBe(`Calls claim on 0x5151…5151: ${drained}`);
  expect(await summaryOf({ from: ALICE, to: SILENT, data: encode("approve") })).toBe(
    `Calls approve on 0x5151…5151: ${drained}, then allows 0x0000…0b0b to move 3 HUSH`,
  );
  expect(await summaryOf({ from: ALICE, to: FORWARDER, value: ONE })).toBe("Sends 1 ETH to 0xf0f0…f0f0");
  expect(await summaryOf({ from: BOB, to: PANICS })).toBeNull();
});

test("more changes than a list may have are reported as unknown", async () => {
  const many: Address = `0x${"3a".repeat(20)}`;
  const [transfer, count] = [toEventSelector("Transfer(address,address,uint256)"), 1001];
  // called without data: this many LOG4 of an NFT from the caller to Bob
  const loop = `60005b8073${BOB.slice(2)}337f${transfer.slice(2)}60006000a46001018061${count.toString(16).padStart(4, "0")}11600957`;
  await chain.setCode(many, `0x3615600657005b${loop}00`);
  const simulated = await preExec({ from: ALICE, to: many });
  expect(simulated).toMatchObject({ pre_exec: { success: true }, gas: { success: true }, pre_exec_version: "v2" });
  expect(simulated.balance_change).toMatchObject({
    success: false,
    error: { code: 2000, msg: expect.stringContaining("more than 1000 balances") as string },
    send_nft_list: [],
  });
});

test("a revert has its reason: text, panic, an unknown error, nothing", async () => {
  const messageOf = async (tx: Sent) => (await preExec(tx)).pre_exec.error;
  const tooMuch = encodeFunctionData({ abi, functionName: "transfer", args: [ALICE, ONE * ONE] });
  expect(await messageOf({ from: BOB, to: token, data: tooMuch })).toEqual({
    code: 1002,
    msg: "execution reverted: ERC20: transfer amount exceeds balance",
    message: "execution reverted: ERC20: transfer amount exceeds balance",
  });
  const panic = await messageOf({ from: BOB, to: PANICS });
  expect(panic).toMatchObject({
    code: 1002,
    msg: expect.stringContaining("arithmetic underflow or overflow") as string,
  });
  const simulated = await preExec({
    from: BOB,
    to: WETH,
    data: encodeFunctionData({ abi, functionName: "withdraw", args: [1n] }),
  });
  expect(simulated.balance_change).toMatchObject({ success: false, send_token_list: [], error: { code: 1002 } });
  expect(simulated.gas).toMatchObject({ success: false, gas_used: 0, gas_limit: 0 });
});

test("more coins than the sender has is 2001, and a used nonce 1000 if nonces are enforced", async () => {
  expect((await preExec({ from: BOB, to: ALICE, value: 2n * ONE })).pre_exec.error).toMatchObject({ code: 2001 });
  const used = { tx: { ...toUnsignedTx({ from: ALICE, to: BOB }), nonce: 0 }, update_nonce: false };
  expect(JSON.parse((await requestBody(used)).text)).toMatchObject({ pre_exec: { error: { code: 1000 } } });
  const later = { tx: { ...toUnsignedTx({ from: ALICE, to: BOB }), nonce: 1_000 }, update_nonce: false };
  expect(JSON.parse((await requestBody(later)).text)).toMatchObject({ pre_exec: { success: true } });
});

test("a Safe runs another contract's code as itself, and is a multisig wallet", async () => {
  const safe: Address = `0x${"5a".repeat(20)}`;
  const [singleton] = listSafeSingletons("eth");
  const selectors = { masterCopy: BigInt(singleton!), getThreshold: 1n };
  const answers = Object.entries(selectors).map(([name, value]) => answerTo(name, value));
  const owners = `${word(32n)}${word(1n)}${word(BigInt(ALICE))}`;
  await chain.setCode(
    safe,
    `0x${program([...answers, { selector: toFunctionSelector("getOwners()"), data: owners }])}`,
  );
  await chain.setBalance(safe, 50n);
  const simulated = await preExec({ from: safe, to: LEGACY }, { delegate_call: true });
  expect(simulated).toMatchObject({ is_multisig: true, multisig: { id: "safe" }, pre_exec: { success: true } });
  expect(listSimulated(simulated)).toEqual(new Map([[NATIVE_TOKEN, -50n]])); // the Safe self-destructs, not the contract whose code it is
});

const word = (value: bigint): string => value.toString(16).padStart(64, "0");
const answerTo = (name: string, value: bigint) => ({ selector: toFunctionSelector(`${name}()`), data: word(value) });

/** Returns bytes by selector; nothing otherwise. */
function program(answers: readonly { selector: Hex; data: string }[]): string {
  let code = "60003560e01c"; // the selector
  for (const { selector, data } of answers) {
    const words = data.match(/.{64}/g) ?? [];
    const stores = words.map((text, index) => `7f${text}60${(index * 32).toString(16).padStart(2, "0")}52`).join("");
    const body = `${stores}60${(words.length * 32).toString(16).padStart(2, "0")}6000f3`;
    const after = code.length / 2 + 12 + body.length / 2;
    code += `8063${selector.slice(2)}141561${after.toString(16).padStart(4, "0")}57${body}5b`;
  }
  return `${code}00`;
}

test("an invalid body is 400, naming the field", async () => {
  const tx = toUnsignedTx({ from: ALICE, to: BOB });
  expect(await requestBody({ tx: { ...tx, value: "much" } })).toMatchObject({ status: 400 });
  expect(await requestBody({ tx: { ...tx, chainId: 999_999 } })).toMatchObject({
    status: 400,
    text: expect.stringContaining("invalid_chain") as string,
  });
  expect(await requestBody({ tx, pending_tx_list: [{ ...tx, chainId: "base" }] })).toMatchObject({
    status: 400,
    text: expect.stringContaining("pending_tx_list.0.chainId") as string,
  });
  expect(await requestBody({ tx: { ...tx, to: "" }, delegate_call: true })).toMatchObject({ status: 400 });
});

test("a node without eth_simulateV1 traces, and is not called for it again", async () => {
  rpc.lack("eth_simulateV1");
  rpc.take();
  await checkScenes("v1");
  const methods = rpc.take().flat();
  expect(methods.filter((method) => method === "eth_simulateV1")).toHaveLength(1);
  expect(methods).toContain("debug_traceCall");
  expect(methods.filter(isSending)).toEqual([]);
});

const playMany = (...params: readonly unknown[]) =>
  playTraceCallMany((method, given) => chain.rpc.call(method, given), params);

test.each([
  ["trace_callMany", playMany],
  ["trace_call", async (transaction: unknown, types: unknown) => (await playMany([[transaction, types]]))[0]],
])("a node with eth_call and %s reports all balance changes but those with NFTs", async (traced, play) => {
  rpc.lack("debug_traceCall");
  rpc.serve(traced, ([first, second]) => play(first, second));
  rpc.take();
  const snapshot = await chain.rpc.call("evm_snapshot", []);
  const compared: string[] = [];
  for (const scene of listScenes(true).filter(({ pending }) => pending === undefined)) {
    const { way, simulated, happened } = await playScene("v1", scene);
    const isNft = scene.tx.to === picture || scene.tx.to === item;
    expect([scene.what, way]).toEqual([scene.what, ["v0", isNft ? 2000 : undefined]]);
    if (isNft) continue;
    if (typeof simulated === "string" || typeof happened === "string") throw new Error("nothing is compared");
    const expected = { ...happened, gas: expect.any(Number) as number };
    expect([scene.what, simulated]).toEqual([scene.what, expected]);
    compared.push(scene.what);
  }
  await chain.rpc.call("evm_revert", [snapshot]);
  expect(compared).toHaveLength(9);
  expect(rpc.take().flat()).toContain(traced);
  rpc.lack(traced);
});

test("a node with eth_call only reports success and gas; it can't execute pending transactions", async () => {
  rpc.lack("debug_traceCall");
  rpc.take();
  await checkScenes("v0");
  expect(rpc.take().flat().filter(isSending)).toEqual([]);
  const tooMuch = encodeFunctionData({ abi, functionName: "transfer", args: [ALICE, ONE * ONE] });
  expect((await preExec({ from: BOB, to: token, data: tooMuch })).pre_exec.error?.msg).toContain("exceeds balance");
  expect((await preExec({ from: BOB, to: ALICE, value: 2n * ONE })).pre_exec.error).toMatchObject({ code: 2001 });
  const simulated = await preExec({ from: ALICE, to: BOB }, {}, [{ from: ALICE, to: BOB }]);
  expect(simulated.pre_exec.error).toMatchObject({ code: 2000 });
});

test("without a node it is 2002 with HTTP 200: none configured, or none that responds in time", async () => {
  const { text } = await requestBody({ tx: { ...toUnsignedTx({ from: ALICE, to: BOB }), chainId: "base" } });
  expect(JSON.parse(text)).toMatchObject({
    pre_exec: { error: { code: 2002, msg: expect.stringContaining("'base'") as string } },
    block_number: null,
  });
  const letGo = rpc.hold();
  const late = await requestBody({ tx: toUnsignedTx({ from: ALICE, to: BOB }) }, hasty);
  rpc.take();
  letGo();
  const simulated = JSON.parse(late.text) as PreExecTx;
  expect(simulated.pre_exec).toEqual({ success: false, error: expect.objectContaining({ code: 2002 }) as object });
  expect((await preExec({ from: ALICE, to: BOB })).pre_exec.success).toBe(true);
  const methods = rpc.take().flat();
  expect(methods.filter((method) => method === "eth_getBalance")).toHaveLength(1); // the first one made no further calls
});
