import type { UserLedger } from "@portico/contract";
import { getChain, NATIVE_TOKEN } from "@portico/evm";
import type { Address, Hex } from "@portico/evm";
import { copyLegs, encodePosition, LegKind, writeInitialScans } from "@portico/store";
import { afterAll, beforeAll, expect, test } from "vitest";
import { BASE_USDC, ETH_HEAD, NAMELESS, USDC, WETH } from "../../testing/fillStore.ts";
import { readProblem } from "../../testing/readProblem.ts";
import { startFilledApi } from "../../testing/startFilledApi.ts";

const api = await startFilledApi();
afterAll(() => api.stop());

const OWNER: Address = "0x00000000000000000000000000000000000000e6";
const OTHER: Address = "0x00000000000000000000000000000000000000e7";
const HASH: Hex = `0x${"ab".repeat(32)}`;
const DAY = 1_763_596_800;

const toBytea = (address: Address) => `\\x${address.slice(2)}` as const;

interface Given {
  owner?: Address;
  chain?: string;
  token: Address;
  to: bigint;
  timeAt: number;
  rawAmount: bigint;
  isRebase?: boolean;
  isBackwards?: boolean;
  position?: bigint;
}

/** Of five blocks. */
const residual = ({ owner = OWNER, chain = "eth", token, to, timeAt, rawAmount, ...more }: Given) => ({
  owner: toBytea(owner),
  chain,
  token: toBytea(token),
  from_block: to - 5n,
  to_block: to,
  time_at: timeAt,
  raw_amount: rawAmount,
  is_rebase: more.isRebase ?? false,
  is_backwards: more.isBackwards ?? false,
  tx_block: more.position === undefined ? null : to - 1n,
  position: more.position ?? null,
});

const request = async (owner: Address, chains: string) => {
  const response = await api.get(`/v1/user/ledger?id=${owner}&chain_ids=${chains}`);
  return [(await response.json()) as UserLedger[], response.headers.get("portico-chains") ?? ""] as const;
};

beforeAll(async () => {
  const location = { txIndex: 3, kind: LegKind.unlogged, index: 7, subIndex: 1 };
  const position = encodePosition(location);
  await copyLegs(api.db, "eth", [
    {
      ...location,
      owner: OWNER,
      blockNumber: 18_999_999n,
      isInbound: true,
      token: WETH,
      counterparty: OWNER,
      rawAmount: 12n,
      txHash: HASH,
      timeAt: DAY + 90_000,
    },
  ]);
  const { blockNumber } = ETH_HEAD;
  await writeInitialScans(api.db, "eth", { blockNumber, listId: 1, owners: [OWNER, OTHER], balances: [] });
  await api.db
    .insertInto("token_drift")
    .values({ chain: "eth", token: toBytea(NAMELESS), block_number: 1n, time_at: 1, is_drifting: true })
    .execute();
  await api.db
    .insertInto("residual")
    .values([
      residual({ token: WETH, to: 19_000_000n, timeAt: DAY + 90_000, rawAmount: 12n, isBackwards: true, position }),
      residual({ token: USDC, to: 18_000_005n, timeAt: DAY, rawAmount: -5n }),
      residual({ token: NAMELESS, to: 18_000_105n, timeAt: DAY, rawAmount: -7n }),
      residual({ token: NAMELESS, to: 18_000_205n, timeAt: DAY + 86_399, rawAmount: 3n, isRebase: true }),
      residual({ token: NAMELESS, to: 18_000_305n, timeAt: DAY + 86_400, rawAmount: 1n, position }),
      residual({ chain: "base", token: BASE_USDC, to: 6_999_995n, timeAt: DAY, rawAmount: 2n ** 260n, isRebase: true }),
    ])
    .execute();
});

test("each residual has its range, its transaction and what is known about it; rebases are summed per day", async () => {
  const [[eth, base], chains] = await request(OWNER, "eth,base");
  const plain = { tx_id: null, is_rebase: false, is_backwards: false, count: 1 };
  const rebase = { ...plain, is_rebase: true, id: NAMELESS };
  const block = (to: number, from = to - 4) => ({ from_block: from, to_block: to });
  expect(eth).toEqual({
    chain: "eth",
    status: "open",
    native_status: "unchecked",
    native_since: null,
    residuals: [
      {
        ...plain,
        ...block(19_000_000),
        id: WETH,
        direction: "in",
        raw_amount: 12,
        time_at: DAY + 90_000,
        tx_id: HASH,
        is_backwards: true,
      },
      { ...rebase, ...block(18_000_305), direction: "in", raw_amount: 1, time_at: DAY + 86_400 },
      {
        ...rebase,
        ...block(18_000_205, 18_000_101),
        direction: "out",
        raw_amount: 4,
        time_at: DAY + 86_399,
        count: 2,
      },
      { ...plain, ...block(18_000_005), id: USDC, direction: "out", raw_amount: 5, time_at: DAY },
    ],
    is_truncated: false,
  });
  expect(base).toMatchObject({ status: "closed", residuals: [{ raw_amount: null, is_rebase: true }] });
  expect(chains).toContain(`ledger=open;pairs=1;open="${USDC}:18000001-18000005"`);
  expect(chains).toMatch(/base;block=\d+;time=\d+;ledger=closed/);
});

test("of very many residuals the latest thousand are listed", async () => {
  const many = Array.from({ length: 1_001 }, (_, n) =>
    residual({ owner: OTHER, token: USDC, to: BigInt(1_000 + 10 * n), timeAt: DAY, rawAmount: 1n }),
  );
  await api.db.insertInto("residual").values(many.slice(1)).execute();
  expect((await request(OTHER, "eth"))[0][0]).toMatchObject({ is_truncated: false });
  await api.db.insertInto("residual").values(many.slice(0, 1)).execute();
  const [[ledger]] = await request(OTHER, "eth");
  expect([ledger?.is_truncated, ledger?.residuals.length, ledger?.residuals.at(-1)?.to_block]).toEqual([
    true,
    1_000,
    1_010,
  ]);
});

test("an address without residuals has closed ledgers, and chains that are not ready are left out", async () => {
  const [ledgers, chains] = await request(WETH, "base,arb,linea");
  expect(ledgers).toEqual([
    {
      chain: "base",
      status: "closed",
      native_status: "unchecked",
      native_since: null,
      residuals: [],
      is_truncated: false,
    },
  ]);
  expect(chains).toMatch(/^base;block=7000000;time=1763700100;ledger=closed, arb;syncing, linea;unserved$/);
  const { code } = await readProblem(await api.get(`/v1/user/ledger?id=${WETH}&chain_ids=arb`));
  expect(code).toBe("upstream_error");
});

test("the coin is checked since its balance was opened, but not of a recipient of fees; what is open stays open", async () => {
  const owner: Address = "0x00000000000000000000000000000000000000e8";
  const read = async () => {
    const [[ledger], chains] = await request(owner, "base");
    const { status, native_status, native_since, residuals } = ledger!;
    return { status, native_status, native_since, ids: residuals.map(({ id }) => id), chains };
  };
  await api.db.updateTable("chain_state").set({ all_coins_since: 5n }).where("chain", "=", "base").execute();
  const pair = { owner: toBytea(owner), chain: "base", token: toBytea(NATIVE_TOKEN) };
  await api.db
    .insertInto("balance")
    .values({ ...pair, raw_amount: 1n, block_number: 90_000n, opened_block: 80_000n })
    .execute();
  const closed = { status: "closed", native_status: "closed", native_since: 80_001, ids: [] };
  expect(await read()).toMatchObject(closed);
  await api.db.insertInto("fee_recipient").values({ owner: pair.owner, chain: "base", span: 90n }).execute();
  expect(await read()).toMatchObject({ ...closed, native_status: "unchecked", native_since: null });
  await api.db
    .insertInto("residual")
    .values([residual({ owner, chain: "base", token: NATIVE_TOKEN, to: 70_000n, timeAt: DAY, rawAmount: 1n })])
    .execute();
  expect(await read()).toMatchObject({
    status: "open",
    native_status: "open",
    native_since: null,
    ids: [getChain("base").native.id],
    chains: expect.stringContaining(`open="${NATIVE_TOKEN}:69996-70000"`) as string,
  });
});
