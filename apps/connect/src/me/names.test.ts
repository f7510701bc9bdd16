import type { Address } from "@portico/evm";
import { deployEns, type Ens } from "@portico/evm/testing";
import { startBareChain, type BareChain } from "@portico/devnet";
import { follow, keySubject } from "@portico/store";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createParts } from "../parts.ts";
import { SCOPES } from "../provider/resource.ts";
import { authorizeUrl, exchange } from "../testing/client.ts";
import { TestUser } from "../testing/testUser.ts";
import { type RpcProxy, startRpcProxy } from "../testing/startRpcProxy.ts";
import { startTestConnect, type TestConnect } from "../testing/startTestConnect.ts";
import { createNames, type NameOptions } from "./names.ts";

const ALICE: Address = `0x${"a1".repeat(20)}`;
const BOB: Address = `0x${"b0".repeat(20)}`;
const NOBODY: Address = `0x${"c0".repeat(20)}`;
/** Long enough for the slowest machine: after it, the value never comes. */
const TIMEOUT_MS = 20_000;
/** The service may respond without a name if the chain took too long. */
const POLL = { timeout: TIMEOUT_MS };

let chain: BareChain;
let ens: Ens;
let node: RpcProxy;
let connect: TestConnect;

beforeAll(async () => {
  chain = await startBareChain(1);
  [ens, node] = await Promise.all([deployEns(chain.rpcUrl), startRpcProxy(chain.rpcUrl)]);
  connect = await startTestConnect({ parts: createParts, rpcUrls: new Map([["eth", [node.url]]]) });
  await name(ALICE, "alice.eth");
});
beforeEach(() => {
  node.mode = "pass";
});
afterAll(async () => {
  await connect.stop();
  node.stop();
  await chain.stop();
});

async function name(address: Address, to: string): Promise<void> {
  await ens.giveName(to, address);
  await ens.claimName(address, to);
}

const create = (options: Partial<NameOptions> = {}) =>
  createNames({ rpcUrls: new Map([["eth", [node.url]]]), waitMs: TIMEOUT_MS, ...options });

/** What an application reads of a user who consented. */
async function read(user: TestUser) {
  const back = await user.authorize(authorizeUrl(connect, { scope: SCOPES.join(" ") }));
  const { body: tokens } = await exchange(connect, back.searchParams.get("code")!);
  const headers = { authorization: `Bearer ${(tokens as { access_token: string }).access_token}` };
  return async (path: string) => (await (await fetch(connect.issuer + path, { headers })).json()) as unknown;
}

test("an ENS name is in base info, in lists of users, in a consent's preview and on the page of followed users", async () => {
  const user = new TestUser(connect.issuer);
  const address = user.address as Address;
  await name(address, "person.eth");
  await follow(connect.db, { follower: keySubject(ALICE), followed: keySubject(address) });
  await follow(connect.db, { follower: keySubject(address), followed: keySubject(NOBODY) });
  await follow(connect.db, { follower: keySubject(address), followed: keySubject(ALICE) });

  const signIn = await user.login(await user.open(authorizeUrl(connect, { scope: "user:base:read" })));
  const preview = async () => (await user.details(signIn)).scopes[0]?.preview;
  await expect.poll(preview, POLL).toContainEqual({ label: "ENS name", value: "person.eth" });
  const get = await read(user);
  expect(await get("/v1/me")).toMatchObject({ id: address, web3_id: "person.eth" });
  const listed = [{ web3_id: "alice.eth" }, { id: NOBODY, web3_id: null }];
  await expect.poll(() => get("/v1/me/following_list"), POLL).toMatchObject({ following_list: listed });
  expect(await get("/v1/me/follower_list")).toMatchObject({ follower_list: [{ id: ALICE, web3_id: "alice.eth" }] });
  expect((await user.request("/connections/following")).body.following_list).toMatchObject(listed);
});

test("without the chain, everything else still works", async () => {
  const user = new TestUser(connect.issuer);
  node.mode = "down";
  const get = await read(user);
  expect(await get("/v1/me")).toMatchObject({ id: user.address, web3_id: null });
  expect(await createNames({ rpcUrls: new Map() })([ALICE])).toEqual(new Map());
});

test("names, and their absence, are cached for a while; concurrent lookups are batched", async () => {
  const find = create();
  const before = node.requestCount;
  const answers = await Promise.all([find([ALICE, NOBODY]), find([ALICE]), find([BOB, ALICE])]);
  expect(answers.map((names) => [...names])).toEqual([
    [[ALICE, "alice.eth"]],
    [[ALICE, "alice.eth"]],
    [[ALICE, "alice.eth"]],
  ]);
  const requestCount = node.requestCount - before;
  expect(requestCount).toBeLessThanOrEqual(7); // chain id, block, four rounds; an address without a claim is read once more
  await find([ALICE, NOBODY, BOB]);
  expect(node.requestCount - before).toBe(requestCount);

  const brief = create({ cacheMs: 100 });
  await brief([ALICE]);
  await name(ALICE, "alice-two.eth");
  await expect.poll(async () => (await brief([ALICE])).get(ALICE), POLL).toBe("alice-two.eth");
  expect([...(await find([ALICE]))]).toEqual([[ALICE, "alice.eth"]]);
  await name(ALICE, "alice.eth");
});

test("a name that arrives too late is used for the next request", async () => {
  const find = create({ waitMs: 0 });
  expect(await find([ALICE])).toEqual(new Map());
  await expect.poll(async () => (await find([ALICE])).get(ALICE), POLL).toBe("alice.eth");
});

test("no request waits longer than the timeout for a silent node, and a failed node is not called for a while", async () => {
  node.mode = "silent";
  expect(await create({ waitMs: 1 })([ALICE])).toEqual(new Map());
  node.mode = "down";
  const find = create({ backoffMs: TIMEOUT_MS });
  expect(await find([ALICE])).toEqual(new Map());
  const before = node.requestCount;
  node.mode = "pass";
  expect(await find([ALICE, BOB])).toEqual(new Map());
  expect(node.requestCount).toBe(before);
  const hopeful = create({ backoffMs: 0 });
  node.mode = "wrong chain";
  expect(await hopeful([ALICE])).toEqual(new Map());
  node.mode = "pass";
  expect([...(await create({ backoffMs: 0 })([ALICE]))]).toEqual([[ALICE, "alice.eth"]]);
});
