import type { NetCurve, UserHistory, UserToken, UserTotalBalance } from "@portico/contract";
import { getChain, NATIVE_TOKEN, type Address } from "@portico/evm";
import {
  advanceChain,
  ensureChainState,
  LegKind,
  replacePrices,
  unknownToken,
  upsertTokens,
  writeBalances,
  type BlockRef,
} from "@portico/store";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ALICE, BOB } from "../../testing/fillStore.ts";
import { storeTransactions } from "../../testing/history.ts";
import { startTestApi } from "../../testing/startTestApi.ts";

// Celo's coin and its ERC-20 view have 18 decimals; on Stable the view has 6.
const CHAINS = ["celo", "stable"] as const;
const HEAD: BlockRef = { blockNumber: 100n, hash: `0x${"11".repeat(32)}`, timeAt: 1_763_700_000 };
const ONE = 10n ** 18n;
const viewOf = (chain: string): Address => getChain(chain).nativeErc20!;

const api = await startTestApi();
afterAll(() => api.stop());

beforeAll(async () => {
  for (const chain of CHAINS) {
    const decimals = chain === "celo" ? 18 : 6;
    await ensureChainState(api.db, { chain, chainId: getChain(chain).chainId, startBlock: 0n });
    const view = { ...unknownToken(chain, viewOf(chain)), decimals, symbol: "VIEW", isVerified: true, isCore: true };
    await upsertTokens(api.db, [view]);
    const price = { usd: 2, source: "chainlink", blockNumber: 1n, timeAt: 1 };
    await replacePrices(
      api.db,
      chain,
      [NATIVE_TOKEN, viewOf(chain)].map((token) => ({ ...price, token })),
    );
    await writeBalances(api.db, chain, HEAD.blockNumber, [
      { owner: ALICE, token: NATIVE_TOKEN, rawAmount: 5n * ONE },
      { owner: ALICE, token: viewOf(chain), rawAmount: 5n * 10n ** BigInt(decimals) }, // the result of `balanceOf`
      { owner: BOB, token: NATIVE_TOKEN, rawAmount: 7n * ONE },
    ]);
    const rawAmount = 3n * 10n ** BigInt(decimals); // of the event, in the view's decimals
    const allowed = { kind: LegKind.approval, token: NATIVE_TOKEN, counterparty: BOB, rawAmount };
    const sent = { kind: LegKind.native, token: NATIVE_TOKEN, counterparty: BOB, rawAmount: 2n * ONE };
    const { blockNumber, timeAt } = HEAD;
    await storeTransactions(api.db, [{ chain, blockNumber, timeAt, tx: {}, legs: [allowed, sent] }]);
    await advanceChain(api.db, chain, { logs: HEAD, balances: HEAD });
  }
  await api.api.tokens.reload();
});

async function request<T>(target: string): Promise<T> {
  const res = await api.get(target);
  const text = await res.text();
  if (res.status !== 200) throw new Error(text);
  return JSON.parse(text) as T;
}

test.each(CHAINS)("%s: the coin's ERC-20 view is not listed beside the coin, nor counted again", async (chain) => {
  const list = await request<UserToken[]>(`/v1/user/token_list?id=${ALICE}&chain_id=${chain}`);
  expect(list.map(({ id, amount, usd_value }) => [id, amount, usd_value])).toEqual([[chain, 5, 10]]);
  expect(await request(`/v1/user/chain_balance?id=${ALICE}&chain_id=${chain}`)).toMatchObject({ usd_value: 10 });
  const curve = await request<NetCurve>(`/v1/user/chain_net_curve?id=${ALICE}&chain_id=${chain}`);
  expect(curve.usd_value).toBe(10);
});

test("all chains together return the same", async () => {
  const { total_usd_value } = await request<UserTotalBalance>(`/v1/user/total_balance?id=${ALICE}`);
  const list = await request<UserToken[]>(`/v1/user/all_token_list?id=${ALICE}`);
  expect([total_usd_value, list.map(({ id }) => id)]).toEqual([20, ["celo", "stable"]]);
});

test.each(CHAINS)("%s: a request for that contract returns the coin", async (chain) => {
  for (const owner of [ALICE, BOB]) {
    const ofToken = (token: string) =>
      request<UserToken>(`/v1/user/token?id=${owner}&chain_id=${chain}&token_id=${token}`);
    expect(await ofToken(viewOf(chain).toUpperCase().replace("0X", "0x"))).toEqual(await ofToken(chain));
  }
  const holders = (token: string) => request(`/v1/token/top_holders?chain_id=${chain}&id=${token}`);
  expect(await holders(viewOf(chain))).toEqual(await holders(chain));
  expect(await holders(chain)).toEqual([
    [BOB, 7],
    [ALICE, 5],
  ]);
});

test.each(CHAINS)("%s: an allowance of that contract is an amount of the coin", async (chain) => {
  const [history] = await request<UserHistory[]>(`/v1/user/history_list?id=${ALICE}&chain_id=${chain}`);
  expect(history?.history_list).toMatchObject([
    { sends: [{ token_id: chain, amount: 2 }], token_approve: [{ token_id: chain, spender: BOB, value: 3 }] },
  ]);
});
