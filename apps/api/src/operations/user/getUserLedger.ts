import type { LedgerResidual, UserLedger } from "@portico/contract";
import { NATIVE_TOKEN, type Chain } from "@portico/evm";
import { readBalanceLedger, type CoinLedger, type ResidualEntry } from "@portico/store";
import { parseAddress } from "../../data/address.ts";
import { requireAnySynced, surveyChains } from "../../data/chains/chainSurvey.ts";
import { chainsHeader } from "../../data/chains/chainsHeader.ts";
import { rejectPast } from "../../data/past/pastPoint.ts";
import type { Operation } from "../../deps.ts";

/** GET /v1/user/ledger: in the order of the requested chains, the latest residuals first. */
export const getUserLedger: Operation<"getUserLedger"> = async ({ query, reply }, deps) => {
  const { chain_ids: chains } = query;
  rejectPast(query);
  const owner = parseAddress(query.id);
  const read = await deps.initialScans.afterInitialScan({ owner, chains }, () =>
    readBalanceLedger(deps.db, owner, chains),
  );
  const survey = requireAnySynced(surveyChains(chains, read.syncStatuses), read.syncStatuses);
  const byChain = Map.groupBy(read.entries, ({ chain }) => chain);
  const list = survey.synced.map(({ chain, ledger }) => ({
    chain: chain.slug,
    status: ledger?.openCount === 0 ? ("closed" as const) : ("open" as const),
    ...toNativeStatus(read.coins.get(chain.slug)),
    residuals: (byChain.get(chain.slug) ?? []).map((entry) => toResidualResponse(chain, entry)),
    is_truncated: read.truncated.has(chain.slug),
  }));
  return reply(200, list, chainsHeader(survey));
};

/** What is known to be open stays open, whether the coin is checked now or not. */
function toNativeStatus(coin: CoinLedger | undefined): Pick<UserLedger, "native_since" | "native_status"> {
  const since = coin?.since === undefined ? null : Number(coin.since) + 1;
  if (coin?.isOpen === true) return { native_status: "open", native_since: since };
  return { native_status: since === null ? "unchecked" : "closed", native_since: since };
}

function toResidualResponse(chain: Chain, entry: ResidualEntry): LedgerResidual {
  const { token, rawAmount, fromBlock, toBlock, timeAt, txHash, isRebase, isBackwards, count } = entry;
  const size = rawAmount < 0n ? -rawAmount : rawAmount;
  return {
    id: token === NATIVE_TOKEN ? chain.native.id : token,
    direction: rawAmount < 0n ? "out" : "in",
    raw_amount: size < UINT256_SIZE ? size : null,
    from_block: Number(fromBlock) + 1,
    to_block: Number(toBlock),
    time_at: timeAt,
    tx_id: txHash ?? null,
    is_rebase: isRebase,
    is_backwards: isBackwards,
    count,
  };
}

const UINT256_SIZE = 2n ** 256n;
