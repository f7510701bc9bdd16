import { UNSEEN_OWNERS } from "../database/unseenOwners.ts";
import { IS_WHOLE, OWNER_HISTORY, OWNER_START, selectOpenRanges } from "../chains/chainSyncStatus.ts";

/** Limit of interactions per chain, however many an address has. If it is reached, some may be missing. */
export const MAX_INTERACTIONS = 10_000;
/** The same for NFTs, per contract. */
export const NFTS_MAX = 10_000;

const ofRequested = (expression: string): string => expression.replaceAll("$1", "requested.owner");

/**
 * Each part of an owner's data is one text for all chains: joining the parts of each chain costs more than reading
 * them.
 */
const TEXTS = {
  scanned: `
      select string_agg(concat_ws(' ', s.chain, case when is_partial then 'partial' else 'complete' end,
        ${ofRequested(OWNER_START)}, ${ofRequested(OWNER_HISTORY)}), ',')
      from sight s join chain_state on chain_state.chain = s.chain
      where s.owner = requested.owner and s.block_number is not null`,
  held: `
      select string_agg(chain || ':' || tokens, ';') from (
        select chain, string_agg('0x' || encode(token, 'hex') || ' ' || raw_amount, ',') as tokens from balance
        where balance.owner = requested.owner and balance.chain = any(requested.chains) and raw_amount > 0 group by chain
      ) held`,
  ledgers: `
      select string_agg(chain || ' ' || ranges, ',') from (
        select chain, ${selectOpenRanges("requested.owner", "l.chain")} as ranges
        from unnest(requested.chains) as l(chain)
      ) ledger where ranges is not null`,
  interactions: `
      select string_agg(chain || ' ' || encode(contract, 'hex') || ' ' || key || ' ' || block_number || ' ' || newest || ' ' ||
        coalesce((
          select protocol_id from protocol_contract p
          where p.chain = touch.chain and p.address = touch.contract and identity <> 'none'
          order by precedence, protocol_id limit 1
        ), ''), ',')
      from (
        select touch.*, max(last_block) over (partition by chain) as newest,
          row_number() over (partition by chain order by contract, key) as nth_touch
        from touch where touch.owner = requested.owner and touch.chain = any(requested.chains)
      ) touch where nth_touch <= ${MAX_INTERACTIONS}`,
  nfts: `
      select string_agg(chain || ' ' || encode(contract, 'hex') || ' ' || token_id, ',') from (
        select nft.*, row_number() over (partition by chain, contract order by token_id) as nth_nft from nft_balance nft
        where nft.owner = requested.owner and nft.chain = any(requested.chains) and nft.contract = any($3::bytea[])
          and raw_amount > 0
      ) nft where nth_nft <= ${NFTS_MAX}`,
  positions: `
      select string_agg(concat_ws(' ', read.chain, protocol_id, read.block_number, encode(block_hash, 'hex'), time_at,
        exists (
          select 1 from leg where leg.owner = requested.owner and leg.chain = read.chain
            and leg.block_number > read.block_number and leg.block_number <= balances_block
        ), positions), E'\\n')
      from position_read read join chain_state using (chain)
      where read.owner = requested.owner and read.chain = any(requested.chains)`,
};

const SELECT_CHAINS = `
    select null::int as nth, chain, start_block, ${IS_WHOLE} as is_whole, index_mode as mode, balances_block as block, balances_time as time, balances_hash as hash,
      ${Object.keys(TEXTS)
        .map((column) => `null as ${column}`)
        .join(", ")}
    from chain_state`;

const selectTexts = (change: (text: string) => string): string =>
  Object.values(TEXTS)
    .map((text) => `(${change(text)})`)
    .join(", ");

const statement = (name: string, requested: string) => ({
  name,
  text: `
    with requested as materialized (
      select nth, owner, array(select chain from chain_state where chain = any(string_to_array(chains, ','))) as chains
      from ${requested} as t(owner, chains, nth)
    )
    ${SELECT_CHAINS}
    union all
    select nth::int, null, null, null, null, null, null, null, ${selectTexts(String)}
    from requested`,
});

/**
 * $1: owners, $2: the chains to read for each, $3: the NFT contracts. One row per indexed chain, and one per owner, in
 * any order. Each text is one index range over all chains: most owners are on few of them.
 */
export const READ_PORTFOLIOS = statement("portico-read-portfolios", UNSEEN_OWNERS);

/** The same for one owner: $1: the owner, $2: its chains. */
export const READ_PORTFOLIO = statement("portico-read-portfolio", "(select $1::bytea, $2::text, 1)");

/** The same through the coordinator of a distributed database: it reads the owner's shard only. $2: an array. */
export const READ_PORTFOLIO_ON_SHARD = {
  name: "portico-read-portfolio-on-shard",
  text: `
    ${SELECT_CHAINS}
    union all
    select 1, null, null, null, null, null, null, null, ${selectTexts((text) =>
      text.replaceAll("requested.owner", "$1").replaceAll("requested.chains", "$2::text[]"),
    )}`,
};
