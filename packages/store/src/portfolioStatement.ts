import { REACH_COLUMNS } from "./chainReach.ts";

/** An answer is bounded however much an address was sent: so many touches for each chain. Where there are as many, some may be missing. */
export const TOUCHES_MAX = 10_000;
/** The same of NFTs, for each contract. */
export const NFTS_MAX = 10_000;

type Names = {
  owner: string;
  chains: string;
  /** What tells `touched` of this owner from others', if there are several. */
  ofOwner?: string;
};

/** What is read of an owner: a text for each chain that has something. A part may use those before it. */
const selectParts = ({ owner, chains, ofOwner = "" }: Names) => ({
  held: `
      select chain, string_agg('0x' || encode(token, 'hex') || ' ' || raw_amount, ',') as text
      from balance where balance.owner = ${owner} and balance.chain = any(${chains}) and raw_amount > 0 group by chain`,
  touched: `
      select chain, max(last_block) as last_block,
        string_agg(encode(contract, 'hex') || ' ' || key || ' ' || block_number, ',')
          filter (where nth_touch <= ${TOUCHES_MAX}) as text
      from (
        select touch.*, row_number() over (partition by chain order by contract, key) as nth_touch
        from touch where touch.owner = ${owner} and touch.chain = any(${chains})
      ) touch group by chain`,
  nfts: `
      select chain, string_agg(encode(contract, 'hex') || ' ' || token_id, ',') as text
      from (
        select nft.*, row_number() over (partition by chain, contract order by token_id) as nth_nft from nft_balance nft
        where nft.owner = ${owner} and nft.chain = any(${chains}) and nft.contract = any($3::bytea[]) and raw_amount > 0
      ) nft
      where nth_nft <= ${NFTS_MAX} group by chain`,
  known: `
      select read.chain, string_agg(concat_ws(' ', protocol_id, read.block_number, encode(block_hash, 'hex'), time_at,
        read.block_number < balances_block and (coalesce(touched.last_block > read.block_number, false) or exists (
          select from leg where leg.owner = ${owner} and leg.chain = read.chain
            and leg.block_number > read.block_number and leg.block_number <= balances_block
        )), positions), E'\\n') as text
      from position_read read join chain_state using (chain)
      left join touched on touched.chain = read.chain ${ofOwner}
      where read.owner = ${owner} and read.chain = any(${chains}) group by read.chain`,
});

const NAMES = ["held", "touched", "nfts", "known"];
const TEXTS = "held.text as held, touched.text as touches, nfts.text as nfts, known.text as positions";
const joinParts = (columns: string) => NAMES.map((name) => `left join ${name} using (${columns})`).join(" ");
const nameParts = (names: Names, toQuery = (part: string) => part) =>
  Object.entries(selectParts(names))
    .map(([name, part]) => `${name} as materialized (${toQuery(part)})`)
    .join(", ");

/**
 * $1: the owner, $2: the chains that are read, $3: the contracts of NFTs. One row per chain, because a hundred rows cost the
 * client more than the server. Parts are each a range of an index over all of the chains: most owners are on few of them.
 */
export const ONE_PORTFOLIO = {
  name: "portico-read-portfolio",
  text: `
    with ${nameParts({ owner: "$1", chains: "$2" })}
    select ${REACH_COLUMNS}, balances_hash as hash, ${TEXTS}
    from chain_state ${joinParts("chain")} order by chain_state.chain`,
};

/** The same for several owners, each with its own chains: as many rows for each as there are chains, in the order asked. */
export const SEVERAL_PORTFOLIOS = {
  name: "portico-read-portfolios",
  text: `
    with asked as materialized (
      select owner, string_to_array(chains, ',') as chains, nth
      from unnest($1::bytea[], $2::text[]) with ordinality as t(owner, chains, nth)
    ), ${nameParts(
      { owner: "asked.owner", chains: "asked.chains", ofOwner: "and touched.nth = asked.nth" },
      (part) => `select nth, part.* from asked cross join lateral (${part}) part`,
    )}
    select ${REACH_COLUMNS.replaceAll("$1", "asked.owner")}, balances_hash as hash, ${TEXTS}
    from asked cross join chain_state ${joinParts("nth, chain")} order by asked.nth, chain_state.chain`,
};
