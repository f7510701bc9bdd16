import type { Spender } from "@portico/client";
import { plainText } from "@portico/ui/browser";
import { type Judgement, judgeSpender, LEVEL_RANK } from "./judgeSpender.ts";
import type { Grant, Permission } from "./permission.ts";

/** All permissions of one spender on one chain. */
export interface SpenderGroup {
  readonly key: string;
  readonly chain: string;
  readonly id: string;
  /** Of its protocol; empty if that is unknown. */
  readonly name: string;
  readonly protocolId: string;
  /** What it could take now. A token that it may take in two ways counts once. */
  readonly exposureUsd: number;
  readonly permissions: readonly Permission[];
  readonly judgement: Judgement;
}

/** Groups grants by spender, the largest exposure first; at equal exposure, the riskier first. */
export const groupBySpender = (grants: readonly Grant[]): SpenderGroup[] =>
  [...Map.groupBy(grants, ({ spender, permission }) => `${permission.chain} ${spender.id}`)]
    .map(([key, all]) => toGroup(key, all))
    .toSorted((a, b) => b.exposureUsd - a.exposureUsd || byRisk(a, b) || (a.key < b.key ? -1 : 1));

/** What to revoke first: the riskiest, and of those the most exposed; nothing of low risk. */
export const listFirst = (groups: readonly SpenderGroup[], max: number): SpenderGroup[] =>
  groups
    .filter(({ judgement }) => judgement.level !== "low")
    .toSorted((a, b) => byRisk(a, b) || b.exposureUsd - a.exposureUsd || b.permissions.length - a.permissions.length)
    .slice(0, max);

const byRisk = (a: SpenderGroup, b: SpenderGroup): number =>
  LEVEL_RANK[a.judgement.level] - LEVEL_RANK[b.judgement.level];

function toGroup(key: string, grants: readonly Grant[]): SpenderGroup {
  const permissions = grants.map(({ permission }) => permission).toSorted((a, b) => b.exposureUsd - a.exposureUsd);
  const spender = mostInformative(grants.map((grant) => grant.spender));
  return {
    key,
    chain: permissions[0]?.chain ?? "",
    id: spender.id,
    name: plainText(spender.protocol?.name ?? ""),
    protocolId: spender.protocol?.id ?? "",
    exposureUsd: sumExposure(permissions),
    permissions,
    judgement: judgeSpender(spender, permissions),
  };
}

/** The most detailed entry of a spender: either of the two lists may lack its protocol or kind. */
const mostInformative = (spenders: readonly Spender[]): Spender =>
  spenders.find(({ protocol }) => protocol !== null) ??
  spenders.find((one) => one.is_contract === true) ??
  spenders[0]!;

function sumExposure(permissions: readonly Permission[]): number {
  const byToken = Map.groupBy(permissions, ({ contract }) => contract);
  const largest = [...byToken.values()].map((all) => Math.max(...all.map(({ exposureUsd }) => exposureUsd)));
  return largest.reduce((sum, value) => sum + value, 0);
}
