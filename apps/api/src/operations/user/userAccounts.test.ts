import { toAmount, type Address } from "@portico/evm";
import { getCreationCode, loadArtifact } from "@portico/devnet";
import { findDeployed } from "@portico/protocols";
import { upsertInteractions } from "@portico/store";
import { zeroAddress } from "viem";
import { afterAll, expect, test, vi } from "vitest";
import { startPairScene } from "../../testing/startPairScene.ts";

const FIRST = "uniswap2";
const ONE = 10n ** 18n;

const scene = await startPairScene([FIRST]);
const { request, requestComplex, nextUser, readTexts } = scene;
afterAll(() => scene.stop());

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
