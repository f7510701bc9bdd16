import { type BareChain, startBareChain } from "@portico/devnet";
import { type Address, createPublicClient, encodeFunctionData, http, parseAbi, serializeErc6492Signature } from "viem";
import { generatePrivateKey, privateKeyToAccount, type PrivateKeyAccount } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createParts } from "../parts.ts";
import { authorizeUrl, exchange, post } from "../testing/client.ts";
import { compileContract } from "../testing/compileContract.ts";
import { AUTH_JS_CALLBACK, authJs } from "../testing/libraries/authJs.ts";
import { TestUser } from "../testing/testUser.ts";
import { startTestConnect, type TestConnect } from "../testing/startTestConnect.ts";

const [ETH, BASE] = [1, 8453];
const abi = parseAbi([
  "function create(address owner) returns (address)",
  "function addressOf(address owner) view returns (address)",
]);
const owner = privateKeyToAccount(generatePrivateKey());
const attacker = privateKeyToAccount(generatePrivateKey());

let eth: BareChain;
let base: BareChain;
let connect: TestConnect;
/** The owner's wallet on Ethereum; on Base another contract at the same address accepts every signature. */
let wallet: Address;

beforeAll(async () => {
  [eth, base] = await Promise.all([startBareChain(ETH), startBareChain(BASE)]);
  const rpcUrls = new Map([
    ["eth", [eth.rpcUrl]],
    ["base", [base.rpcUrl]],
  ]);
  connect = await startTestConnect({ parts: createParts, rpcUrls });
  wallet = await eth.deploy(compileContract("SmartWallet.sol", "SmartWallet"), [owner.address]);
  // the same deployer with the same nonce
  const double = await base.deploy(compileContract("AcceptsAll.sol", "AcceptsAll"), [owner.address]);
  if (double !== wallet) throw new Error(`The contract on Base is at ${double}, and not at ${wallet}`);
});
afterAll(async () => {
  await connect.stop();
  await Promise.all([eth.stop(), base.stop()]);
});

function userAt(address: Address, signer: PrivateKeyAccount, chainId: number): TestUser {
  const user = new TestUser(connect.issuer, { ...signer, address });
  user.chainId = chainId;
  return user;
}
const urlOf = (): string => authorizeUrl(connect, { scope: "user:base:read user:social:read" });

/** Whether the user had to decide, and the application's result. */
async function authorize(user: TestUser) {
  const signIn = await user.open(urlOf());
  const next = await user.login(signIn);
  const isInteraction = next.origin === connect.issuer;
  const back = isInteraction ? await user.open((await user.decide(next)).body.next) : next;
  const { body: tokens } = await exchange(connect, back.searchParams.get("code") ?? "");
  const { body } = await post(connect, { token: tokens.access_token }, { path: "/oauth2/introspect" });
  const me = await fetch(`${connect.issuer}/v1/me`, { headers: { authorization: `Bearer ${tokens.access_token}` } });
  return { isInteraction, sub: body.sub as string, me: (await me.json()) as Record<string, unknown> };
}

describe("a contract that accepts every signature, at the address of a user's wallet on another chain", () => {
  test("is another account: another subject, and no access to the wallet's consents, profile or session", async () => {
    const victim = userAt(wallet, owner, ETH);
    const theirs = await authorize(victim);
    expect(theirs).toMatchObject({ isInteraction: true, sub: `eip155:1:${wallet}` });
    expect(theirs.me).toMatchObject({ id: wallet, sub: `eip155:1:${wallet}`, chain: "eth" });
    const profile = { name: "Victim", bio: null, logo_url: null, link_list: [] };
    expect((await victim.request("/connections/profile", { method: "PUT", json: profile })).status).toBe(200);

    const double = userAt(wallet, attacker, BASE);
    const got = await authorize(double);
    expect(got).toMatchObject({ isInteraction: true, sub: `eip155:8453:${wallet}` });
    expect(got.me).toMatchObject({ id: wallet, sub: `eip155:8453:${wallet}`, chain: "base", name: null });
    expect((await double.request("/connections/profile")).body).toMatchObject({ name: null });
    const { body } = await double.request("/connections");
    expect(body).toMatchObject({ address: wallet, account: `eip155:8453:${wallet}` });
    expect((await victim.request("/connections")).body).toMatchObject({ account: `eip155:1:${wallet}` });
    const asVictim = { headers: { "portico-account": `eip155:1:${wallet}` } };
    expect((await double.request("/connections", asVictim)).body.error).toBe("signed_out");
  });

  test("is another user of an application with Auth.js", async () => {
    const client = await connect.addClient({ redirectUris: [AUTH_JS_CALLBACK], scopeFormat: "string" });
    const double = userAt(wallet, attacker, BASE);
    const send = (url: URL) => double.authorize(url.href);
    const setup = { issuer: connect.issuer, client, callback: AUTH_JS_CALLBACK, endpointProfile: "rfc", send } as const;
    expect((await authJs(setup)).userId).toBe(`eip155:8453:${wallet}`);
  });
});

test("a contract account is known before it is deployed (ERC-6492), as that of its chain", async () => {
  const factory = await eth.deploy(compileContract("SmartWalletFactory.sol", "SmartWalletFactory"));
  const reader = createPublicClient({ transport: http(eth.rpcUrl) });
  const address = await reader.readContract({
    address: factory,
    abi,
    functionName: "addressOf",
    args: [owner.address],
  });
  const data = encodeFunctionData({ abi, functionName: "create", args: [owner.address] });
  const signMessage: PrivateKeyAccount["signMessage"] = async (message) =>
    serializeErc6492Signature({ address: factory, data, signature: await owner.signMessage(message) });
  const user = userAt(address, { ...owner, signMessage }, ETH);
  const before = await authorize(user);
  expect(before).toMatchObject({ isInteraction: true, sub: `eip155:1:${address.toLowerCase()}`, me: { chain: "eth" } });
  await eth.write(owner.address, { to: factory, abi, functionName: "create", args: [owner.address] });
  const after = await authorize(userAt(address, owner, ETH));
  expect(after).toMatchObject({ isInteraction: false, sub: before.sub }); // it is the same once deployed
});

test("an account whose key signs is the same on every chain, also with EIP-7702 code; signatures accepted by its code are another's", async () => {
  const { address } = owner;
  const sub = address.toLowerCase();
  expect(await authorize(userAt(address, owner, ETH))).toMatchObject({
    isInteraction: true,
    sub,
    me: { sub, chain: null },
  });
  await base.setCode(address, `0xef0100${wallet.slice(2)}`); // on Base: accepts everything
  expect(await authorize(userAt(address, owner, BASE))).toMatchObject({ isInteraction: false, sub });
  const other = await authorize(userAt(address, attacker, BASE));
  expect(other).toMatchObject({ isInteraction: true, sub: `eip155:8453:${sub}`, me: { id: sub, chain: "base" } });
  await expect(userAt(address, attacker, ETH).enter()).resolves.toMatchObject({ status: 400 });
});
