import type { UserTokenAuthorized } from "@portico/contract";
import { getPermit2, type Address } from "@portico/evm";
import {
  listUnreadAccounts,
  upsertApprovals,
  upsertContracts,
  writeAccountCodes,
  writeAllowances,
  writeBalances,
  type AllowanceRead,
} from "@portico/store";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import {
  BASE_USDC,
  BOB,
  CAROL,
  ETH_HEAD,
  HOSTILE,
  MAX_UINT256,
  NAMELESS,
  USDC,
  WETH,
} from "../../testing/fillStore.ts";
import { readProblem } from "../../testing/readProblem.ts";
import { startFilledApi } from "../../testing/startFilledApi.ts";

const api = await startFilledApi();
afterAll(() => api.stop());

const PERMIT2 = getPermit2("eth");
const [ROUTER, MARKET, THIEF]: Address[] = [1, 2, 3].map((n): Address => `0x${"0".repeat(38)}e${n}`);
const DAVE: Address = "0x00000000000000000000000000000000000000d0";

interface Given {
  rawAmount: bigint;
  token?: Address;
  spender?: Address;
  expiresAt?: number;
}

/** An allowance by Bob for the router, in USDC, unless given; with `expiresAt` within Permit2. */
const allowance = (
  { rawAmount, token = USDC, spender = ROUTER!, expiresAt }: Given,
  owner: Address = BOB,
): AllowanceRead => ({
  owner,
  token,
  spender,
  isPermit2: expiresAt !== undefined,
  rawAmount,
  expiresAt: expiresAt === undefined ? null : BigInt(expiresAt),
});

async function approve(chain: string, allowances: AllowanceRead[], timeAt = 1_763_000_000): Promise<void> {
  const changes = allowances.map((key) => ({ ...key, blockNumber: 18_999_000n, timeAt }));
  await upsertApprovals(api.db, chain, changes);
  await writeAllowances(api.db, chain, ETH_HEAD.blockNumber, allowances);
}

async function list(owner: Address, chain = "eth"): Promise<UserTokenAuthorized[]> {
  const res = await api.get(`/v1/user/token_authorized_list?id=${owner}&chain_id=${chain}`);
  expect(res.status).toBe(200);
  return (await res.json()) as UserTokenAuthorized[];
}

const summary = ({ spenders, ...token }: UserTokenAuthorized) => ({
  id: token.id,
  exposure: token.exposure_balance,
  usd: token.sum_exposure_usd,
  spenders: spenders.map(({ id, value, exposure_usd, permit2_id }) => [id, value, exposure_usd, permit2_id]),
});

beforeAll(async () => {
  const held = (token: Address, rawAmount: bigint, owner: Address = BOB) => ({ owner, token, rawAmount });
  await writeBalances(api.db, "eth", ETH_HEAD.blockNumber, [
    held(USDC, 250_500_000n),
    held(WETH, 10n ** 18n),
    held(HOSTILE, MAX_UINT256),
    held(USDC, 100_000_000n, CAROL),
  ]);
});

test("each token has its balance, the native price, and its spenders with amounts, the most exposed first", async () => {
  const txHash = `0x${"22".repeat(32)}` as const;
  const creation = { address: MARKET!, creator: THIEF!, blockNumber: 1n, txHash, timeAt: 1 };
  await upsertContracts(api.db, "eth", [creation]);
  await approve("eth", [
    allowance({ rawAmount: 100_000_000n, spender: ROUTER! }),
    allowance({ rawAmount: MAX_UINT256, spender: MARKET! }),
    allowance({ rawAmount: 5n * 10n ** 17n, token: WETH }),
    allowance({ rawAmount: 7n, token: NAMELESS }),
    allowance({ rawAmount: 0n, token: NAMELESS, spender: MARKET! }),
    allowance({ rawAmount: MAX_UINT256, token: HOSTILE, spender: THIEF! }),
  ]);
  await approve("base", [allowance({ rawAmount: 1n, token: BASE_USDC })]);
  const tokens = await list(BOB);
  expect(tokens.map(summary)).toEqual([
    { id: WETH, exposure: 0.5, usd: 1500, spenders: [[ROUTER, 0.5, 1500, null]] },
    {
      id: USDC,
      exposure: 250.5,
      usd: 250.5,
      spenders: [
        [MARKET, Number(`${MAX_UINT256}e-6`), 250.5, null],
        [ROUTER, 100, 100, null],
      ],
    },
    { id: HOSTILE, exposure: Number(`${MAX_UINT256}e-255`), usd: 0, spenders: [[THIEF, expect.any(Number), 0, null]] },
    { id: NAMELESS, exposure: 0, usd: 0, spenders: [[ROUTER, 7, 0, null]] },
  ]);
  expect(tokens[1]).toMatchObject({ name: "USD Coin", symbol: "USDC", chain: "eth", price: 3000, balance: 250.5 });
  expect(tokens[3]).toMatchObject({ name: "", symbol: "", logo_url: "", balance: 0 });
  const nobodyJudged = { risk_level: null, is_open_source: null, is_hacked: null, approve_user_count: null };
  const common = { protocol: null, last_approve_at: 1_763_000_000, ...nobodyJudged };
  expect(tokens[1]?.spenders).toMatchObject([
    { ...common, is_contract: true },
    { ...common, is_contract: null },
  ]);
});

test("whether a spender has code is as its account was read, which a list requests", async () => {
  await list(BOB);
  await vi.waitFor(async () =>
    expect(new Set(await listUnreadAccounts(api.db, "eth", 9))).toEqual(new Set([ROUTER, MARKET, THIEF])),
  );
  const read = [
    { address: ROUTER!, hasCode: false },
    { address: THIEF!, hasCode: true },
  ];
  await writeAccountCodes(api.db, "eth", ETH_HEAD, read);
  const spenders = (await list(BOB)).flatMap((token) =>
    token.spenders.map((spender) => [spender.id, spender.is_contract]),
  );
  expect(Object.fromEntries(spenders)).toEqual({ [MARKET!]: true, [ROUTER!]: false, [THIEF!]: true });
});

test("all spenders together can't take more than the balance", async () => {
  await approve("eth", [
    allowance({ rawAmount: 60_000_000n, spender: ROUTER! }, CAROL),
    allowance({ rawAmount: 60_000_000n, spender: MARKET! }, CAROL),
  ]);
  const [usdc] = await list(CAROL);
  expect(usdc).toMatchObject({ balance: 100, exposure_balance: 100, sum_exposure_usd: 100 });
  expect(usdc?.spenders.map(({ exposure_usd }) => exposure_usd)).toEqual([60, 60]);
});

test("a Permit2 allowance expires on time and is limited by what the token allows Permit2", async () => {
  const { timeAt } = ETH_HEAD;
  await writeBalances(api.db, "eth", ETH_HEAD.blockNumber, [{ owner: DAVE, token: USDC, rawAmount: 40_000_000n }]);
  await approve("eth", [
    allowance({ rawAmount: 30_000_000n, spender: PERMIT2 }, DAVE),
    allowance({ rawAmount: 2n ** 160n - 1n, spender: ROUTER!, expiresAt: timeAt }, DAVE),
    allowance({ rawAmount: 5_000_000n, spender: MARKET!, expiresAt: timeAt + 1 }, DAVE),
    allowance({ rawAmount: 9_000_000n, spender: THIEF!, expiresAt: timeAt - 1 }, DAVE),
    allowance({ rawAmount: 9_000_000n, token: WETH, spender: ROUTER!, expiresAt: timeAt + 9 }, DAVE),
  ]);
  const tokens = await list(DAVE);
  expect(tokens.map(summary)).toEqual([
    {
      id: USDC,
      exposure: 30,
      usd: 30,
      spenders: [
        [ROUTER, 30, 30, PERMIT2],
        [PERMIT2, 30, 30, null],
        [MARKET, 5, 5, PERMIT2],
      ],
    },
  ]);
  expect(tokens[0]?.spenders[1]?.is_contract).toBe(true);
});

test("the time of an approval is unknown if no event reported it", async () => {
  const owner: Address = "0x00000000000000000000000000000000000000f0";
  await writeAllowances(api.db, "eth", ETH_HEAD.blockNumber, [allowance({ rawAmount: 1n, spender: PERMIT2 }, owner)]);
  expect((await list(owner))[0]?.spenders[0]?.last_approve_at).toBeNull();
});

test("an address without approvals has an empty list, and the header has the block", async () => {
  const res = await api.get(`/v1/user/token_authorized_list?id=${THIEF}&chain_id=eth`);
  expect(await res.json()).toEqual([]);
  expect(res.headers.get("portico-chains")).toBe("eth;block=19000000;time=1763700000;since=18992800");
});

test("a chain during its first sync is 503, an unserved one 400", async () => {
  const syncing = await api.get(`/v1/user/token_authorized_list?id=${BOB}&chain_id=arb`);
  expect([(await readProblem(syncing)).code, syncing.status]).toEqual(["upstream_error", 503]);
  const unserved = await api.get(`/v1/user/token_authorized_list?id=${BOB}&chain_id=bsc`);
  expect([(await readProblem(unserved)).code, unserved.status]).toEqual(["invalid_chain", 400]);
});

test("X10: of very many approvals the ten thousand latest are read", async () => {
  const owner: Address = "0x0000000000000000000000000000000000000abc";
  const many = Array.from({ length: 10_003 }, (_, n) =>
    allowance({ rawAmount: 1n, spender: `0x${(n + 1).toString(16).padStart(40, "0")}` }, owner),
  );
  const changes = many.map((key, n) => ({ ...key, blockNumber: BigInt(n), timeAt: n }));
  await upsertApprovals(api.db, "eth", changes);
  await writeAllowances(api.db, "eth", ETH_HEAD.blockNumber, many);
  const [usdc] = await list(owner);
  expect(usdc?.spenders).toHaveLength(10_000);
  expect(Math.min(...(usdc?.spenders ?? []).map(({ last_approve_at }) => last_approve_at ?? 0))).toBe(3);
});

test("a permission inside Permit2 names its end, unless that is after all dates", async () => {
  const owner: Address = "0x00000000000000000000000000000000000000e9";
  const given = [
    { rawAmount: 5n, spender: PERMIT2 },
    { rawAmount: 5n, spender: ROUTER!, expiresAt: ETH_HEAD.timeAt + 60 },
    { rawAmount: 5n, spender: MARKET!, expiresAt: 2 ** 48 - 1 },
  ];
  await approve(
    "eth",
    given.map((one) => allowance(one, owner)),
  );
  const ends = (await list(owner)).flatMap(({ spenders }) =>
    spenders.map(({ id, expires_at: end }) => [id, end] as const),
  );
  expect(new Map(ends)).toEqual(
    new Map<string, number | null>([
      [PERMIT2, null],
      [ROUTER!, ETH_HEAD.timeAt + 60],
      [MARKET!, null],
    ]),
  );
});
