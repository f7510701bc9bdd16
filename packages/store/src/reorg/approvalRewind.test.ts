import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { rewindApprovals } from "./approvalRewind.ts";
import {
  SPENDERS_FOLLOWED,
  deleteOldApprovals,
  listApprovalKeys,
  upsertApprovals,
  writeAllowances,
} from "../approvals/approvals.ts";
import type { ApprovalKey } from "../approvals/approvals.ts";
import type { Address, Hex } from "../encoding/bytea.ts";
import type { BlockRef } from "../chains/chains.ts";
import { copyLegs } from "../history/legs.ts";
import {
  takeStaleOperatorApprovals,
  upsertOperatorApprovals,
  writeOperatorApprovals,
} from "../approvals/operatorApprovals.ts";
import { LegKind } from "../history/position.ts";
import { takeStale, markBalancesStale } from "../balances/staleBalances.ts";
import { createTestDatabase } from "../testing/testDatabase.ts";
import { writeBalances } from "../balances/writeBalances.ts";
import type { Leg } from "../history/leg.ts";

const { db, drop } = await createTestDatabase();
afterAll(drop);

const address = (n: number): Address => `0x${n.toString(16).padStart(40, "0")}`;
const timeOf = (block: number) => 1_700_000_000 + block;
const hash: Hex = `0x${"11".repeat(32)}`;
const ref = (block: number): BlockRef => ({ blockNumber: BigInt(block), hash, timeAt: timeOf(block) });
const LAST = 8;
const PERMIT2 = address(0x9e);

/** An event in a block. A spent allowance has no leg of its own: its pair becomes stale, as by a transfer. */
type Happening = { block: number; owner: number; token: number; spender: number; amount: number; what: What };
type What = "approval" | "permit2" | "operator" | "spending";

const happenings = fc.array(
  fc.record<Happening>({
    block: fc.integer({ min: 1, max: LAST }),
    owner: fc.integer({ min: 1, max: 2 }),
    token: fc.integer({ min: 11, max: 12 }),
    spender: fc.constantFrom(21, 22, Number(PERMIT2)),
    amount: fc.integer({ min: 0, max: 3 }),
    what: fc.constantFrom<What>("approval", "permit2", "operator", "spending"),
  }),
  { maxLength: 25 },
);

/**
 * Permit2's own allowance is read together with a zero one inside it; then an event reports it, and a reorg removes the
 * event.
 */
const REPORTED_AFTER_READ_INSIDE: Happening[] = [
  { block: 1, owner: 2, token: 11, spender: 21, amount: 0, what: "permit2" },
  { block: 2, owner: 2, token: 11, spender: Number(PERMIT2), amount: 0, what: "approval" },
];

const keyOf = ({ owner, token, spender, what }: Happening): ApprovalKey => ({
  owner: address(owner),
  token: address(token),
  spender: address(spender),
  isPermit2: what === "permit2",
});
const operatorOf = ({ owner, token, spender }: Happening) => ({
  owner: address(owner),
  contract: address(token),
  operator: address(spender),
});
const KIND = { approval: LegKind.approval, permit2: LegKind.permit2Approval, operator: LegKind.operatorApproval };

function toLeg(it: Happening, index: number): Leg[] {
  if (it.what === "spending") return [];
  const shared = { txIndex: 0, index, subIndex: 0, isInbound: false, txHash: hash, tokenId: undefined };
  return [
    {
      ...shared,
      owner: address(it.owner),
      blockNumber: BigInt(it.block),
      kind: KIND[it.what],
      token: address(it.token),
      counterparty: address(it.spender),
      rawAmount: BigInt(it.amount),
      timeAt: timeOf(it.block),
    },
  ];
}

/** Results of calls after a block: allowances can be older than the chain's index. */
function createTruth(history: readonly Happening[], block: number) {
  const done = history.filter((it) => it.block <= block);
  const amountOf = (key: ApprovalKey): bigint => {
    let amount = key.spender === PERMIT2 && !key.isPermit2 ? 5 : 0;
    for (const it of done) {
      const isSame =
        JSON.stringify(keyOf({ ...it, what: key.isPermit2 ? "permit2" : "approval" })) === JSON.stringify(key);
      if (isSame && it.what === (key.isPermit2 ? "permit2" : "approval")) amount = it.amount;
      if (isSame && it.what === "spending" && amount > 0) amount -= 1;
    }
    return BigInt(amount);
  };
  const isApproved = (key: ReturnType<typeof operatorOf>) =>
    (done.findLast((it) => it.what === "operator" && JSON.stringify(operatorOf(it)) === JSON.stringify(key))?.amount ??
      0) > 0;
  return { amountOf, isApproved };
}

const changeOf = (it: Happening) => ({ blockNumber: BigInt(it.block), timeAt: timeOf(it.block) });

async function storeBlocks(chain: string, history: readonly Happening[], from: number, to: number): Promise<void> {
  const now = history.filter(({ block }) => block >= from && block <= to);
  await copyLegs(db, chain, now.flatMap(toLeg));
  const approvals = now.filter(({ what }) => what === "approval" || what === "permit2");
  await upsertApprovals(
    db,
    chain,
    approvals.map((it) => ({ ...keyOf(it), ...changeOf(it) })),
  );
  const operators = now.filter(({ what }) => what === "operator");
  await upsertOperatorApprovals(
    db,
    chain,
    operators.map((it) => ({ ...operatorOf(it), ...changeOf(it) })),
  );
  await markBalancesStale(db, chain, now.filter(({ what }) => what !== "operator").map(keyOf));
}

async function readState(chain: string, history: readonly Happening[], block: number): Promise<void> {
  const truth = createTruth(history, block);
  const pairs = await takeStale(db, chain, 1_000);
  const keys = new Map<string, ApprovalKey>();
  for (const key of await listApprovalKeys(db, chain, pairs)) {
    keys.set(JSON.stringify(key), key);
    const own = { ...key, spender: PERMIT2, isPermit2: false };
    if (key.isPermit2) keys.set(JSON.stringify(own), own);
  }
  const reads = [...keys.values()].map((key) => ({ ...key, rawAmount: truth.amountOf(key), expiresAt: null }));
  await writeAllowances(db, chain, BigInt(block), reads);
  await writeBalances(
    db,
    chain,
    BigInt(block),
    pairs.map((pair) => ({ ...pair, rawAmount: 1n })),
  );
  const stale = await takeStaleOperatorApprovals(db, chain, 1_000);
  const answers = stale.map((key) => ({ ...key, isApproved: truth.isApproved(key) }));
  await writeOperatorApprovals(db, chain, BigInt(block), answers);
}

/** Everything stored, except the block that it was read at. */
async function listStored(chain: string): Promise<unknown[]> {
  const approvals = db.selectFrom("approval").where("chain", "=", chain);
  const operators = db.selectFrom("operator_approval").where("chain", "=", chain);
  const columns = ["owner", "is_stale", "changed_block", "changed_at"] as const;
  const [tokens, nfts] = await Promise.all([
    approvals.select([...columns, "token", "spender", "is_permit2", "raw_amount"]).execute(),
    operators.select([...columns, "contract", "operator", "is_approved"]).execute(),
  ]);
  return [...tokens, ...nfts].map((row) => Object.values(row).join(" ")).toSorted();
}

let chains = 0;

test("after a rewind and pending reads, the store equals one that only saw the blocks up to the fork", async () => {
  const blocks = fc.integer({ min: 0, max: LAST });
  await fc.assert(
    fc.asyncProperty(happenings, blocks, blocks, fc.boolean(), async (unordered, first, fork, isRead) => {
      const history = unordered.toSorted((a, b) => a.block - b.block);
      const [chain, other] = [`rewound${chains}`, `straight${chains++}`];
      await storeBlocks(chain, history, 1, first);
      await readState(chain, history, first);
      await storeBlocks(chain, history, first + 1, LAST);
      if (isRead) await readState(chain, history, LAST);
      await rewindApprovals(db, chain, ref(fork));
      await rewindApprovals(db, chain, ref(fork));
      await readState(chain, history, fork);
      await storeBlocks(other, history, 1, fork);
      await readState(other, history, fork);
      expect(await listStored(chain)).toEqual(await listStored(other));
    }),
    { numRuns: 60, examples: [[REPORTED_AFTER_READ_INSIDE, 1, 1, false]] },
  );
});

test("approvals displaced by later ones are tracked again, and queued to be read", async () => {
  const approvals = Array.from({ length: SPENDERS_FOLLOWED + 2 }, (_, n): Happening => {
    const block = n < SPENDERS_FOLLOWED ? 1 + (n % 4) : 5;
    return { block, owner: 1, token: 11, spender: 100 + n, amount: 1, what: "approval" };
  });
  const keys = approvals.map(keyOf);
  const pair = { owner: keys[0]!.owner, token: keys[0]!.token };
  await storeBlocks("crowded", approvals, 1, 5);
  const reads = keys.map((key) => ({ ...key, rawAmount: 1n, expiresAt: null }));
  await writeAllowances(db, "crowded", 5n, reads);
  await writeBalances(db, "crowded", 5n, [{ ...pair, rawAmount: 1n }]);
  await deleteOldApprovals(db, "crowded", [pair]);
  await rewindApprovals(db, "crowded", ref(4));
  const spenders = (await listApprovalKeys(db, "crowded", [pair])).map(({ spender }) => spender);
  expect(spenders.toSorted()).toEqual(keys.slice(0, SPENDERS_FOLLOWED).map(({ spender }) => spender));
  expect(await takeStale(db, "crowded", 9)).toEqual([pair]);
});
