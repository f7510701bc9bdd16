import type { UserProtocol, UserSimpleProtocol, UserTotalBalance, UserUsdValue } from "@portico/contract";
import { getCreationCode, loadArtifact } from "@portico/devnet";
import { toAmount, type Address } from "@portico/evm";
import { findDeployed } from "@portico/protocols";
import { copyLegs, inTransaction, LegKind, rewindChain, setProtocolOff, upsertInteractions } from "@portico/store";
import { zeroAddress } from "viem";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { NOTHING_TEXT } from "../../data/positions/positionRows.ts";
import { pairAbi, startPairScene } from "../../testing/startPairScene.ts";

const ONE = 10n ** 18n;
const FIRST = "uniswap2";

const scene = await startPairScene([FIRST]);
const { request, requestComplex, nextUser, nextProvider, readTexts } = scene;
afterAll(() => scene.stop());
afterEach(() => scene.rpc.take());

/** Waits until the positions read are stored. */
const untilStored = (owner: Address) => vi.waitFor(async () => expect(await readTexts(owner)).toHaveLength(1));

test("a share of a pair is worth what the pair pays for it, in every figure", async () => {
  const owner = await nextProvider();
  const paid = await scene.payout(FIRST, owner);
  const { body, chains } = await requestComplex(owner);
  const amounts = paid.map((raw) => toAmount(raw, 18));
  const usd = amounts[0]! * 2 + amounts[1]! * 3;
  const stats = { asset_usd_value: usd, debt_usd_value: 0, net_usd_value: usd };
  const [id0, id1] = scene.tokens;
  const pair = scene.pairs.get(FIRST)!;
  const list = [
    { id: id0, chain: "eth", amount: amounts[0], price: 2, decimals: 18 },
    { id: id1, chain: "eth", amount: amounts[1], price: 3, decimals: 18 },
  ];
  expect(body).toMatchObject([
    {
      id: FIRST,
      chain: "eth",
      name: "Uniswap V2",
      has_supported_portfolio: true,
      ...stats,
      portfolio_item_list: [
        {
          stats,
          update_at: expect.any(Number),
          name: "Liquidity Pool",
          detail_types: ["common"],
          detail: { supply_token_list: list },
          proxy_detail: {},
          asset_dict: { [id0]: amounts[0], [id1]: amounts[1] },
          asset_token_list: list,
          pool: { id: pair, chain: "eth", project_id: FIRST, adapter_id: FIRST, controller: pair, index: null },
          base: { user_addr: owner, chain: "eth", project_id: FIRST },
        },
      ],
    },
  ]);
  expect(chains).toMatch(/^eth;block=\d+;time=\d+;ledger=closed$/);
});

test("every total includes it once: lists, balance, sum of chains, curve; the receipt is in the token list only", async () => {
  const owner = await nextProvider();
  const { body: complex } = await requestComplex(owner);
  const usd = complex[0]?.net_usd_value;
  const { portfolio_item_list: _items, ...simple } = complex[0]!;
  const of = `id=${owner}`;
  expect((await request<UserSimpleProtocol[]>(`/v1/user/simple_protocol_list?chain_id=eth&${of}`)).body).toEqual([
    simple,
  ]);
  expect((await request<UserSimpleProtocol[]>(`/v1/user/all_simple_protocol_list?${of}`)).body).toEqual([simple]);
  expect((await request<UserProtocol[]>(`/v1/user/all_complex_protocol_list?${of}`)).body).toEqual(complex);
  expect((await request<UserProtocol[]>(`/v1/user/protocol?protocol_id=${FIRST}&${of}`)).body).toEqual(complex);
  expect((await request<UserUsdValue>(`/v1/user/chain_balance?chain_id=eth&${of}`)).body).toEqual({ usd_value: usd });
  expect((await request<UserTotalBalance>(`/v1/user/total_balance?${of}`)).body).toMatchObject({
    total_usd_value: usd,
  });
  expect((await request<UserUsdValue>(`/v1/user/chain_net_curve?chain_id=eth&${of}`)).body).toMatchObject({
    usd_value: usd,
  });
  expect((await request<UserUsdValue>(`/v1/user/total_net_curve?${of}`)).body).toMatchObject({ usd_value: usd });
  const all = await request<unknown[]>(`/v1/user/token_list?chain_id=eth&${of}`);
  expect(all.body).toMatchObject([{ id: scene.pairs.get(FIRST), protocol_id: FIRST, is_wallet: false }]);
  expect((await request<unknown[]>(`/v1/user/token_list?chain_id=eth&is_all=false&${of}`)).body).toEqual([]);
});

test("a cold response takes at most four requests to the node, and a warm one none", async () => {
  const owner = await nextProvider();
  const cold = await requestComplex(owner);
  const posts = scene.rpc.take();
  expect(posts.length).toBeGreaterThan(0);
  expect(posts.length).toBeLessThanOrEqual(4); // the very first one verifies the chain id
  await untilStored(owner);
  expect(await requestComplex(owner)).toEqual(cold);
  expect((await request(`/v1/user/total_balance?id=${owner}`)).body).toMatchObject({
    total_usd_value: cold.body[0]?.net_usd_value,
  });
  expect(scene.rpc.take()).toEqual([]);
});

test("concurrent requests share one read", async () => {
  const owner = await nextProvider();
  const answers = await Promise.all(Array.from({ length: 8 }, () => requestComplex(owner)));
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  expect(scene.rpc.take().length).toBeLessThanOrEqual(1);
});

test("for a minute it is current, then it is refreshed in the background, later before the response", async () => {
  const owner = await nextProvider();
  const first = await requestComplex(owner);
  const block = /block=(\d+)/.exec(first.chains)?.[1];
  await untilStored(owner);
  scene.rpc.take();
  await scene.pass(50);
  const young = await requestComplex(owner);
  expect([young.body, scene.rpc.take()]).toEqual([first.body, []]);
  expect(young.chains.split(";").slice(4)).toEqual([`positions=${block}`]);
  await scene.pass(100);
  const older = await requestComplex(owner);
  expect([older.body, older.chains.split(";").slice(4)]).toEqual([first.body, [`positions=${block}`, "refreshing"]]);
  await vi.waitFor(async () => {
    const { chains } = await requestComplex(owner);
    expect(chains).not.toContain("positions=");
  });
  scene.rpc.take();
  await scene.pass(700);
  const { chains } = await requestComplex(owner);
  expect([chains.includes("positions="), scene.rpc.take().length]).toEqual([false, 1]);
});

test("after an interaction of the owner it is read first", async () => {
  const owner = await nextProvider();
  const first = await requestComplex(owner);
  await untilStored(owner);
  await scene.provide(FIRST, owner, [10n * ONE, 5n * ONE]);
  const { blockNumber, timeAt, hash } = await scene.sync([owner]);
  const leg = { owner, blockNumber, txIndex: 0, kind: LegKind.token, index: 0, subIndex: 0, isInbound: true, timeAt };
  const [token = owner] = scene.pairs.values();
  await copyLegs(scene.api.db, "eth", [{ ...leg, token, counterparty: owner, rawAmount: 1n, txHash: hash }]);
  const next = await requestComplex(owner);
  expect(next.body[0]!.net_usd_value).toBeGreaterThan(first.body[0]!.net_usd_value * 1.5);
  expect(next.chains).not.toContain("positions=");
});

test("an owner who left a protocol has no position in it, and no node is called", async () => {
  const owner = await nextProvider();
  await requestComplex(owner);
  await untilStored(owner);
  scene.rpc.take();
  const { to, abi, functionName } = { to: scene.pairs.get(FIRST)!, abi: pairAbi, functionName: "transfer" };
  await scene.chain.write(owner, { to, abi, functionName, args: [nextUser(), await scene.shareOf(FIRST, owner)] });
  await scene.sync([owner]);
  const { body, chains } = await requestComplex(owner);
  expect([body, chains.includes("missing"), scene.rpc.take()]).toEqual([[], false, []]);
  await vi.waitFor(async () => expect(await readTexts(owner)).toEqual([NOTHING_TEXT]));
});

test("a disabled protocol is named and not read, and is back once enabled", async () => {
  const owner = await nextProvider();
  const first = await requestComplex(owner);
  await setProtocolOff(scene.api.db, { id: FIRST, chain: "eth", isOff: true, reason: "it lies", actor: "test" });
  await scene.api.api.protocols.reload();
  const off = await requestComplex(owner);
  expect([off.body, off.chains]).toEqual([[], expect.stringContaining(`missing="${FIRST}"`)]);
  await setProtocolOff(scene.api.db, { id: FIRST, chain: "eth", isOff: false, reason: "", actor: "test" });
  await scene.api.api.protocols.reload();
  expect((await requestComplex(owner)).body).toEqual(first.body);
});

test("positions read on an abandoned fork are discarded", async () => {
  const owner = await nextProvider();
  const fork = await scene.sync([owner]);
  const snapshot = await scene.chain.rpc.call<string>("evm_snapshot", []);
  await scene.provide(FIRST, owner, [10n * ONE, 5n * ONE]);
  await scene.sync([owner]);
  const gone = await requestComplex(owner);
  await untilStored(owner);
  await scene.chain.rpc.call("evm_revert", [snapshot]);
  await inTransaction(scene.api.db, (tx) => rewindChain(tx, "eth", fork));
  for (let n = 0; n < 5; n++) await scene.pass(7);
  await scene.sync([owner]);
  const { body, chains } = await requestComplex(owner);
  const [amount0, amount1] = await scene.payout(FIRST, owner);
  const usd = toAmount(amount0, 18) * 2 + toAmount(amount1, 18) * 3;
  expect([body[0]?.net_usd_value, chains.includes("positions=")]).toEqual([usd, false]);
  expect(gone.body[0]!.net_usd_value).toBeGreaterThan(usd * 1.5);
});

test("the holdings of a contract account with a single owner are that owner's, by proxy, and in every total", async () => {
  const owner = nextUser();
  const account = await startSafe(owner);
  await scene.provide(FIRST, account, [10n * ONE, 5n * ONE]);
  const { blockNumber } = await scene.sync([account]);
  await upsertInteractions(scene.api.db, "eth", [{ owner, contract: account, key: "", blockNumber }]);
  const { body, chains } = await requestComplex(owner);
  const [amount0, amount1] = await scene.payout(FIRST, account);
  const usd = toAmount(amount0, 18) * 2 + toAmount(amount1, 18) * 3;
  const proxy = { project: { id: "safe", name: "Safe", site_url: expect.any(String), logo_url: "" } };
  expect(chains).not.toContain("missing");
  expect(body).toMatchObject([
    {
      id: FIRST,
      net_usd_value: usd,
      portfolio_item_list: [
        { proxy_detail: { ...proxy, proxy_contract_id: account }, base: { user_addr: owner, project_id: FIRST } },
      ],
    },
  ]);
  const of = `id=${owner}`;
  expect((await request(`/v1/user/protocol?protocol_id=${FIRST}&${of}`)).body).toEqual(body);
  expect((await request(`/v1/user/chain_balance?chain_id=eth&${of}`)).body).toEqual({ usd_value: usd });
  expect((await request(`/v1/user/total_net_curve?${of}`)).body).toMatchObject({ usd_value: usd });
  expect((await request(`/v1/user/protocol?protocol_id=safe&${of}`)).body).toEqual([]);
  await vi.waitFor(async () => expect([...(await readTexts(owner)), ...(await readTexts(account))]).toHaveLength(2));
  scene.rpc.take();
  expect((await requestComplex(owner)).body).toEqual(body);
  expect(scene.rpc.take()).toEqual([]);
});

/** A Safe with one owner, created by the real contracts. */
async function startSafe(owner: Address): Promise<Address> {
  const load = (file: string) => {
    const from = import.meta.resolve("@portico/protocols/package.json");
    return loadArtifact("@safe-global/safe-contracts", `build/artifacts/contracts/${file}`, {}, from);
  };
  const singleton = load("Safe.sol/Safe.json");
  const { singletons } = findDeployed("safe")!.contracts as { singletons: readonly Address[] };
  const [of] = singletons;
  await scene.chain.install(of!, getCreationCode(singleton));
  const account = await scene.chain.deploy(load("proxies/SafeProxy.sol/SafeProxy.json"), [of]);
  const args = [[owner], 1n, zeroAddress, "0x", zeroAddress, zeroAddress, 0n, zeroAddress];
  await scene.chain.write(owner, { to: account, abi: singleton.abi, functionName: "setup", args });
  return account;
}
