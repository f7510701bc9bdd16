import { fromBytea, toByteaArray, ZERO } from "../encoding/bytea.ts";
import type { Address, Bytea } from "../encoding/bytea.ts";
import { withClient } from "../database/database.ts";
import type { Store } from "../database/database.ts";
import { isDistributed } from "../distribution/isDistributed.ts";
import { toSeenArrays } from "../distribution/toSeenArrays.ts";
import { encodePosition, LegKind } from "./position.ts";

/** An account in a transaction. */
export interface TransactionParty {
  chain: string;
  blockNumber: bigint;
  txIndex: number;
  party: Address;
}

/** A token that was minted to the account, or burnt by it. */
export interface MintOrBurn extends TransactionParty {
  token: Address;
  isMint: boolean;
}

/** Legs per account: a contract of many holders has thousands in one transaction. */
const MAX_LEGS = 200;

const PARTY_COLUMNS = "owner, chain, block_number, position, token, is_inbound, counterparty";

/**
 * $1: chains, $2: accounts, $3: blocks, $4 and $5: the first position, and the one after the last; as subqueries for the same
 * reason as in unseenOwners.ts.
 */
const selectMintsAndBurns = (leg: string): string => `
    select distinct k.nth::integer, l.token, l.is_inbound
    from unnest((select $1::text[]), (select $2::bytea[]), (select $3::bigint[]), (select $4::bigint[]), (select $5::bigint[]))
      with ordinality as k(chain, owner, block_number, from_position, to_position, nth)
    cross join lateral (
      select token, is_inbound, counterparty from ${leg} leg
      where leg.owner = k.owner and leg.chain = k.chain and leg.block_number = k.block_number
        and leg.position >= k.from_position and leg.position < k.to_position
      order by leg.position limit ${MAX_LEGS}
    ) l where l.counterparty = '${ZERO}'::bytea`;

const MINTS_AND_BURNS = { name: "portico-mints-and-burns", text: selectMintsAndBurns("leg") };

/** As selectOwnerRows. */
const MINTS_AND_BURNS_OF_NODES = toSeenArrays({
  text: selectMintsAndBurns(
    `(select ${PARTY_COLUMNS} from leg where owner = any($2::bytea[]) and block_number = any($3::bigint[]) offset 0)`,
  ),
});

/** Tokens that were minted to or burnt by accounts within transactions. One range of the key of leg for each. */
export async function listMintsAndBurns(db: Store, parties: readonly TransactionParty[]): Promise<MintOrBurn[]> {
  if (parties.length === 0) return [];
  const at = (kind: LegKind) => (txIndex: number) => encodePosition({ txIndex, kind, index: 0, subIndex: 0 });
  const indexes = parties.map(({ txIndex }) => txIndex);
  const values = [
    parties.map(({ chain }) => chain),
    toByteaArray(parties.map(({ party }) => party)),
    parties.map(({ blockNumber }) => blockNumber),
    indexes.map(at(LegKind.token)),
    indexes.map(at(LegKind.nft)),
  ];
  const statement = (await isDistributed(db)) ? MINTS_AND_BURNS_OF_NODES : MINTS_AND_BURNS;
  const { rows } = await withClient(db, (client) => client.query<Row>({ ...statement, values }));
  return rows.map(({ nth, token, is_inbound: isMint }) => ({ ...parties[nth - 1]!, token: fromBytea(token), isMint }));
}

type Row = { nth: number; token: Bytea; is_inbound: boolean };
