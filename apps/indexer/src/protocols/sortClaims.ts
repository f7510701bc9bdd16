import type { Address } from "@portico/evm";
import { isOperatorRow, listOwnAddresses, listParts } from "@portico/protocols";
import type { CatalogueRow, Deployed, Identity } from "@portico/protocols";

/** A contract that a protocol claims. */
export interface Claim {
  protocol: Deployed;
  address: Address;
  identity: Identity;
  /** What claims it; undefined: the adapter's own table. */
  row: CatalogueRow | undefined;
}

/**
 * Claims in order of precedence, so that of several claims of a contract the first counts: an operator's row, an
 * adapter, a row that lists the contract, a row that leads to it, and what identifies contracts by their form alone.
 * Equal ones by protocol id, adapters in their own order.
 * @param deployed - All protocols, in the order of their adapters.
 */
export function sortClaims(claims: readonly Claim[], deployed: readonly Deployed[]): Claim[] {
  const order = new Map(deployed.map((protocol, index) => [protocol, index]));
  const ranked = claims.map((claim) => ({ claim, rank: rankClaim(claim), index: order.get(claim.protocol) ?? 0 }));
  return ranked
    .toSorted(
      (one, other) =>
        one.rank - other.rank ||
        (one.claim.row === undefined
          ? one.index - other.index
          : compareText(one.claim.protocol.id, other.claim.protocol.id)),
    )
    .map(({ claim }) => claim);
}

const [OPERATOR, ADAPTER, LISTED, FOUND, BY_FORM] = [0, 1, 2, 3, 4];

function rankClaim({ protocol, address, row }: Claim): number {
  if (row === undefined) return protocol.adapter.isLast === true ? BY_FORM : ADAPTER;
  if (isOperatorRow(row)) return OPERATOR;
  return listOwnAddresses(row).includes(address) ? LISTED : FOUND;
}

/** The row of a protocol that lists a contract; undefined: its adapter does. */
export function findRowOf(protocol: Deployed, address: Address): CatalogueRow | undefined {
  const rows = listParts(protocol).map(({ row }) => row);
  return rows.find((row) => row !== undefined && listOwnAddresses(row).includes(address)) ?? rows[0];
}

const compareText = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
