import type { ContractClaim, Rank } from "./claim.ts";
import { RANKS } from "./claim.ts";
import { isNamedProtocol } from "./protocolKey.ts";

/** Sources that name contracts of others, too: they are believed if they agree. */
const WEAK: ReadonlySet<Rank> = new Set(["router", "role", "adapter", "mention"]);

/** Longer lists without a role are lists of tokens, pools or accounts. */
const MAX_UNNAMED = 10;

/** The protocol of each contract: of the best source that names it, unless its sources disagree. */
export function mergeClaims(claims: readonly ContractClaim[]): ContractClaim[] {
  const anywhere = Map.groupBy(claims.filter(isAnywhere), ({ address }) => address);
  const byContract = Map.groupBy(
    claims.filter((claim) => !isAnywhere(claim)),
    ({ chain, address }) => `${chain} ${address}`,
  );
  const rows = [...byContract.values()].flatMap(
    (all) => decide([...all, ...(anywhere.get(all[0]!.address) ?? [])]) ?? [],
  );
  const unnamed = Map.groupBy(
    rows.filter(({ rank }) => rank === "adapter"),
    ({ chain, protocol }) => `${chain} ${protocol}`,
  );
  const long = new Set([...unnamed.values()].filter(({ length }) => length > MAX_UNNAMED).flat());
  return rows.filter((row) => !long.has(row));
}

const isAnywhere = ({ chain }: ContractClaim): boolean => chain === "*";

function decide(claims: readonly ContractClaim[]): ContractClaim | undefined {
  const best = RANKS.find((rank) => claims.some((claim) => claim.rank === rank))!;
  const deciding = WEAK.has(best) ? agreeing(claims) : claims.filter(({ rank }) => rank === best);
  const first = deciding[0];
  if (
    first === undefined ||
    best === "mention" ||
    deciding.every(({ rank }) => rank === "mention") ||
    deciding.some(({ protocol }) => protocol !== first.protocol)
  )
    return undefined;
  return { ...first, rank: best, isToken: deciding.some(({ isToken }) => isToken === true) };
}

/** Adapters name the contracts of the well-known protocol that they build on, not the other way round. */
function agreeing(claims: readonly ContractClaim[]): readonly ContractClaim[] {
  const named = claims.filter(({ protocol }) => isNamedProtocol(protocol));
  return new Set(claims.map(({ protocol }) => protocol)).size === 1 ? claims : named;
}
