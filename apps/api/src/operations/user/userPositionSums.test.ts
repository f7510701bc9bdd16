import type {
  NetCurve,
  PortfolioItem,
  PortfolioToken,
  UserProtocol,
  UserToken,
  UserTotalBalance,
  UserUsdValue,
} from "@portico/contract";
import { NATIVE_TOKEN, toAmount, type Address } from "@portico/evm";
import { listDeployed, writePositions, type Position, type PositionDetail } from "@portico/protocols";
import {
  copyBlocks,
  replacePrices,
  unknownToken,
  upsertTokens,
  writeBalances,
  writePositionReads,
} from "@portico/store";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { stateKeyOf } from "../../data/positions/stateKeyOf.ts";
import {
  ALICE,
  BASE_HEAD,
  BASE_USDC,
  BOB,
  ETH_HEAD,
  ETH_START,
  HOSTILE,
  NAMELESS,
  USDC,
  WETH,
} from "../../testing/fillStore.ts";
import { startFilledApi } from "../../testing/startFilledApi.ts";

const api = await startFilledApi({ positionWaitMs: 100 });
afterAll(() => api.stop());

const HEADS = { eth: ETH_HEAD, base: BASE_HEAD };
type Slug = keyof typeof HEADS;
const TOKENS = { eth: [NATIVE_TOKEN, USDC, WETH, NAMELESS, HOSTILE], base: [NATIVE_TOKEN, BASE_USDC] };
const DECIMALS = new Map([NATIVE_TOKEN, WETH].map((address) => [address, 18]));
const decimalsOf = (token: Address): number => DECIMALS.get(token) ?? { [NAMELESS]: 0, [HOSTILE]: 255 }[token] ?? 6;

const receiptOf = (n: number): Address => `0x${(n + 1).toString(16).padStart(40, "e")}`;

/** A few protocols of each chain, and the receipt that identifies their users. */
const CONTRACTS = (Object.keys(HEADS) as Slug[]).flatMap((chain) =>
  listDeployed(chain)
    .filter(({ adapter, signals }) => adapter.listPositions !== undefined && signals.events === undefined)
    .slice(0, 3)
    .map(({ id }, n) => ({ chain, id, receipt: receiptOf(n) })),
);

beforeAll(async () => {
  for (const [chain, head] of Object.entries(HEADS)) await copyBlocks(api.db, chain, [head]);
  for (const { chain, receipt } of CONTRACTS) {
    await writeBalances(api.db, chain, HEADS[chain].blockNumber, [{ owner: BOB, token: receipt, rawAmount: 1n }]);
  }
  await upsertTokens(
    api.db,
    CONTRACTS.map(({ chain, id, receipt }) => ({ ...unknownToken(chain, receipt), decimals: 18, protocolId: id })),
  );
  await api.api.tokens.reload();
});

const amountsOf = (chain: Slug) => {
  const amount = fc.record({
    token: fc.constantFrom(...TOKENS[chain]),
    rawAmount: fc.bigInt({ min: 0n, max: 2n ** 100n }),
  });
  return fc.array(amount, { maxLength: 3 });
};
const NFT = { contract: WETH, tokenId: 7n, rawAmount: 1n };
const detailsOf = (chain: Slug): fc.Arbitrary<PositionDetail> => {
  const amounts = amountsOf(chain);
  const optional = { supplies: amounts, borrows: amounts, rewards: amounts };
  return fc.oneof(
    fc.record({ type: fc.constant("common" as const), ...optional }, { requiredKeys: ["type", "supplies"] }),
    fc.record({ type: fc.constant("lending" as const), ...optional, healthRate: fc.constantFrom(null, 1.5) }),
    fc.record({ type: fc.constant("locked" as const), supplies: amounts, rewards: amounts, unlockAt: fc.nat() }),
    fc.record({ type: fc.constant("leveraged_farming" as const), ...optional, debtRatio: fc.constant(0.5) }),
    fc.record({ type: fc.constant("reward" as const), rewards: amounts }),
    fc.record({
      type: fc.constant("vesting" as const),
      token: fc.record({ token: fc.constantFrom(...TOKENS[chain]), rawAmount: fc.bigInt({ min: 0n, max: 2n ** 90n }) }),
      rawClaimable: fc.bigInt({ min: 0n, max: 2n ** 90n }),
    }),
    fc.record({
      type: fc.constant("nft_common" as const),
      nfts: fc.constant([NFT]).map((nft) => [...nft]),
      rewards: amounts,
      description: fc.constant('"><img>'),
    }),
  );
};
const positionsOf = (chain: Slug): fc.Arbitrary<Position[]> =>
  fc.array(
    detailsOf(chain).map((detail): Position => ({ name: "Deposit", detail, pool: { controller: WETH, index: "3" } })),
    { maxLength: 4 },
  );
const scenes = fc.tuple(...CONTRACTS.map(({ chain }) => positionsOf(chain)));

async function request<T>(target: string, owner: Address = BOB): Promise<T> {
  const res = await api.get(`${target}${target.includes("?") ? "&" : "?"}id=${owner}`);
  const text = await res.text();
  expect({ status: res.status, text, chains: res.headers.get("portico-chains") }).toMatchObject({
    status: 200,
    chains: expect.not.stringContaining("missing"),
  });
  return JSON.parse(text) as T;
}

/** Stores these positions of Bob at the chains' newest blocks. */
async function hold(scene: readonly Position[][]): Promise<void> {
  const rows = CONTRACTS.map(({ chain, id, receipt }, n) => {
    const { blockNumber, hash: blockHash, timeAt } = HEADS[chain];
    const from = chain === "eth" ? { interactionsFrom: ETH_START } : {};
    const stateKey = stateKeyOf({ receipts: [receipt], nfts: new Map(), interactions: [], ...from });
    const text = writePositions({ positions: scene[n] ?? [], accounts: [] }, stateKey);
    return { owner: BOB, chain, protocolId: id, blockNumber, blockHash, timeAt, text, amounts: {} };
  });
  await writePositionReads(api.db, rows);
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const usdOf = (tokens: readonly PortfolioToken[] = []) => tokens.map(({ amount, price }) => amount * price);
const assetsOf = ({ supply_token_list, reward_token_list, token_list, token }: PortfolioItem["detail"]) => [
  ...usdOf(supply_token_list),
  ...usdOf(reward_token_list),
  ...usdOf(token_list),
  ...usdOf(token && [token]),
];

function expectSums(protocols: readonly UserProtocol[]): void {
  const nets = protocols.map(({ net_usd_value }) => net_usd_value);
  expect(nets).toEqual(nets.toSorted((a, b) => b - a));
  for (const { portfolio_item_list: items, asset_usd_value, debt_usd_value, net_usd_value } of protocols) {
    expect(sum(items.map(({ stats }) => stats.asset_usd_value))).toBe(asset_usd_value);
    expect(sum(items.map(({ stats }) => stats.debt_usd_value))).toBe(debt_usd_value);
    expect(sum(items.map(({ stats }) => stats.net_usd_value))).toBe(net_usd_value);
    for (const { stats, detail } of items) {
      expect(sum(assetsOf(detail))).toBe(stats.asset_usd_value);
      expect(sum(usdOf(detail.borrow_token_list))).toBe(stats.debt_usd_value);
      expect(stats.asset_usd_value - stats.debt_usd_value).toBe(stats.net_usd_value);
    }
  }
}

test("positions, protocols, simple lists, balances, totals and curves agree for any holdings", async () => {
  const wallets = await Promise.all(
    Object.keys(HEADS).map(async (chain) => {
      const tokens = await request<UserToken[]>(`/v1/user/token_list?chain_id=${chain}&is_all=false`);
      return [chain, sum(tokens.map(({ usd_value }) => usd_value ?? 0))] as const;
    }),
  );
  await fc.assert(
    fc.asyncProperty(scenes, async (scene) => {
      await hold(scene);
      const all = await request<UserProtocol[]>("/v1/user/all_complex_protocol_list");
      expectSums(all);
      const withPositions = CONTRACTS.filter((_contract, n) => (scene[n] ?? []).length > 0).map(({ id }) => id);
      expect(all.map(({ id }) => id).toSorted()).toEqual(withPositions.toSorted());
      const simple = all.map(({ portfolio_item_list: _items, ...rest }) => rest);
      expect(await request("/v1/user/all_simple_protocol_list")).toEqual(simple);
      let total = 0;
      for (const [chain, wallet] of wallets) {
        const here = all.filter((one) => one.chain === chain);
        const net = here.reduce((value, { net_usd_value }) => value + net_usd_value, wallet);
        const [list, balance, curve] = await Promise.all([
          request(`/v1/user/complex_protocol_list?chain_id=${chain}`),
          request<UserUsdValue>(`/v1/user/chain_balance?chain_id=${chain}`),
          request<NetCurve>(`/v1/user/chain_net_curve?chain_id=${chain}`),
        ]);
        expect([list, balance, curve.usd_value]).toEqual([here, { usd_value: net }, net]);
        total += net;
      }
      const { chain_list, total_usd_value } = await request<UserTotalBalance>("/v1/user/total_balance");
      expect(sum(chain_list.map(({ usd_value }) => usd_value))).toBe(total_usd_value);
      expect(total_usd_value).toBeCloseTo(total, 0);
    }),
    { numRuns: 20 },
  );
});

const byId = ([a]: readonly [string, number], [b]: readonly [string, number]): number => (a < b ? -1 : 1);

test("an asset is the supplied and earned minus the owed amount, exact to the base unit, each token once", async () => {
  await fc.assert(
    fc.asyncProperty(scenes, async (scene) => {
      await hold(scene);
      const all = await request<UserProtocol[]>("/v1/user/all_complex_protocol_list");
      for (const [n, { id, chain }] of CONTRACTS.entries()) {
        const items = all.find((one) => one.id === id)?.portfolio_item_list ?? [];
        const native = chain;
        const expected = (scene[n] ?? []).map(({ detail }) => {
          const raw = new Map<string, bigint>();
          const add = (list: readonly { token: Address; rawAmount: bigint }[], sign: bigint) => {
            for (const { token, rawAmount } of list) raw.set(token, (raw.get(token) ?? 0n) + sign * rawAmount);
          };
          if ("supplies" in detail) add(detail.supplies ?? [], 1n);
          if ("rewards" in detail) add(detail.rewards ?? [], 1n);
          if (detail.type === "vesting") add([detail.token], 1n);
          if ("borrows" in detail) add(detail.borrows ?? [], -1n);
          const entries = [...raw].map(([token, amount]) => {
            const tokenId = token === NATIVE_TOKEN ? native : token;
            return [tokenId, toAmount(amount, decimalsOf(token as Address))] as const;
          });
          return JSON.stringify(Object.fromEntries(entries.toSorted(byId)));
        });
        const sums = items.map(({ asset_dict, asset_token_list = [] }) => {
          expect(asset_token_list.map((token) => [token.id, token.amount])).toEqual(Object.entries(asset_dict ?? {}));
          return JSON.stringify(Object.fromEntries(Object.entries(asset_dict ?? {}).toSorted(byId)));
        });
        expect(sums.toSorted()).toEqual(expected.toSorted());
      }
    }),
    { numRuns: 15 },
  );
});

test("a new price is applied to every figure at once", async () => {
  const supplies = [{ token: WETH, rawAmount: 2n * 10n ** 18n }];
  const position = { name: "Deposit", detail: { type: "common", supplies }, pool: { controller: WETH } } as const;
  await hold(CONTRACTS.map(({ chain }) => (chain === "eth" ? [position] : [])));
  const count = CONTRACTS.filter(({ chain }) => chain === "eth").length;
  const valueOf = async () => {
    const all = await request<UserProtocol[]>("/v1/user/all_complex_protocol_list");
    const { usd_value } = await request<UserUsdValue>("/v1/user/chain_balance?chain_id=eth");
    const [item] = all[0]?.portfolio_item_list ?? [];
    return [all.map(({ net_usd_value }) => net_usd_value), item?.asset_token_list?.[0]?.price, usd_value];
  };
  expect(await valueOf()).toEqual([Array.from({ length: count }, () => 6000), 3000, 6000 * count]);
  const price = { token: WETH, usd: 3500, source: "pool", blockNumber: 2n, timeAt: 2 };
  await replacePrices(api.db, "eth", [price]);
  await api.api.tokens.reload();
  expect(await valueOf()).toEqual([Array.from({ length: count }, () => 7000), 3500, 7000 * count]);
});

test("without a node, positions that must be read are named as missing", async () => {
  const [contract] = CONTRACTS;
  await writeBalances(api.db, "eth", ETH_HEAD.blockNumber, [{ owner: ALICE, token: contract!.receipt, rawAmount: 1n }]);
  const res = await api.get(`/v1/user/complex_protocol_list?chain_id=eth&id=${ALICE}`);
  expect([await res.json(), res.headers.get("portico-chains")]).toEqual([
    [],
    expect.stringContaining(`missing="${contract?.id}`),
  ]);
});
