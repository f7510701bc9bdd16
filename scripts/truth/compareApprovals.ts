import { min } from "@portico/evm";
import { unwrap } from "@portico/client";
import type { UserTokenAuthorized } from "@portico/client";
import type { Address } from "viem";
import { type Approval, PERMIT2 } from "./chainHistory.ts";
import { type ChainTruth, toWhole } from "./chainTruth.ts";
import { type Comparison, createCollector } from "./comparison.ts";
import { listOwners } from "./listOwners.ts";
import type { RunningService } from "./runService.ts";

interface Allowance extends Approval {
  rawAmount: bigint;
}

/**
 * Allowances of all owners by the tokens and by Permit2, and the amount at risk: the smaller of the allowance and the
 * balance.
 */
export async function compareApprovals(
  { devnet, client }: RunningService,
  truths: ReadonlyMap<string, ChainTruth>,
): Promise<Comparison> {
  const collector = createCollector();
  for (const [chain, truth] of truths) {
    const standing = await readAllowances(truth);
    const query = { chain_id: chain };
    const coin = await unwrap(client.GET("/v1/token", { params: { query: { ...query, id: chain } } }));
    collector.count(truth.history.approvals.length - standing.length); // no list may contain the revoked or expired ones
    for (const id of listOwners(devnet, truth)) {
      const list = await unwrap(client.GET("/v1/user/token_authorized_list", { params: { query: { ...query, id } } }));
      const own = Map.groupBy(
        standing.filter(({ owner }) => owner === id),
        ({ token }) => token,
      );
      const theirs = new Map<string, unknown>();
      for (const [token, allowances] of own) theirs.set(token, await describeTruth(truth, id, allowances));
      collector.compareMaps(`${chain} ${id}`, new Map(list.map((item) => [item.id, describeApproved(item)])), theirs);
      for (const { price, id: token } of list) collector.compare(`${chain} price beside ${token}`, price, coin.price);
    }
  }
  return collector.finish();
}

/** Amounts of a token with approvals, and of its spenders. */
export function describeApproved({ balance, exposure_balance, spenders }: UserTokenAuthorized) {
  const named = spenders.map(({ id, value, permit2_id, last_approve_at }) => [
    `${permit2_id ?? "token"} ${id}`,
    { value, last_approve_at },
  ]);
  return { balance, exposure_balance, spenders: Object.fromEntries(named) as unknown };
}

/** The same by the contracts. */
export async function describeTruth(truth: ChainTruth, owner: Address, allowances: readonly Allowance[]) {
  const { token } = allowances[0] as Allowance;
  const [balance = 0n] = await truth.read<bigint>("balanceOf", [{ to: token, args: [owner] }]);
  const decimals = truth.decimalsOf(token);
  const direct = allowances.filter(({ isPermit2 }) => !isPermit2); // those of Permit2 are included in them
  const sum = direct.reduce((total, { rawAmount }) => total + rawAmount, 0n);
  const named = allowances.map(({ spender, isPermit2, rawAmount, timeAt }) => [
    `${isPermit2 ? PERMIT2 : "token"} ${spender}`,
    { value: toWhole(rawAmount, decimals), last_approve_at: timeAt },
  ]);
  return {
    balance: toWhole(balance, decimals),
    exposure_balance: toWhole(min(sum, balance), decimals),
    spenders: Object.fromEntries(named) as unknown,
  };
}

/**
 * Effective allowances among all approvals: not used up, not expired, and within Permit2 at most the owner's allowance
 * to Permit2.
 */
export async function readAllowances(truth: ChainTruth): Promise<Allowance[]> {
  const [inside, direct] = [true, false].map((isPermit2) =>
    truth.history.approvals.filter((approval) => approval.isPermit2 === isPermit2),
  ) as [Approval[], Approval[]];
  const amounts = await truth.read<bigint>(
    "allowance",
    direct.map(({ owner, token, spender }) => ({ to: token, args: [owner, spender] })),
  );
  const permissions = await truth.read<readonly [bigint, number, number]>(
    "permission",
    inside.map(({ owner, token, spender }) => ({ to: PERMIT2, args: [owner, token, spender] })),
  );
  const limits = await truth.read<bigint>(
    "allowance",
    inside.map(({ owner, token }) => ({ to: token, args: [owner, PERMIT2] })),
  );
  return [
    ...direct.map((approval, index) => ({ ...approval, rawAmount: amounts[index] ?? 0n })),
    ...inside.map((approval, index) => {
      const [rawAmount, expiresAt] = permissions[index] ?? [0n, 0];
      return { ...approval, rawAmount: expiresAt < truth.timeAt ? 0n : min(rawAmount, limits[index] ?? 0n) };
    }),
  ].filter(({ rawAmount }) => rawAmount > 0n);
}
