import type { PortfolioItem, PortfolioToken } from "@portico/contract";
import { toAmount, type Address } from "@portico/evm";
import type { Amount, NftAmount, PositionDetail, Supply } from "@portico/protocols";
import { nftId } from "@portico/wallet";
import { createHolding, type Holding } from "../portfolio/holdings.ts";
import type { PositionContext } from "./positionContext.ts";

type DetailResponse = PortfolioItem["detail"];
type NftResponse = NonNullable<DetailResponse["supply_nft_list"]>[number];

/** A token amount of a position. */
export function holdingOf({ chain, entries }: Pick<PositionContext, "chain" | "entries">, amount: Amount): Holding {
  const entry = entries.get(amount.token);
  if (entry === undefined) throw new TypeError(`No entry of ${amount.token} on ${chain.slug}`);
  return createHolding(entry, amount.rawAmount);
}

export const toTokenResponse = ({ entry, amount }: Pick<Holding, "amount" | "entry">): PortfolioToken => ({
  ...entry.toResponse(),
  amount,
});

type ToTokens = (amounts: readonly Supply[]) => PortfolioToken[];

/** A detail in the contract's form: fields without a value are absent. */
export function toDetailResponse(context: PositionContext, detail: PositionDetail): DetailResponse {
  const list: ToTokens = (amounts) =>
    amounts.map((amount) => ({
      ...toTokenResponse(holdingOf(context, amount)),
      ...(amount.isCollateral !== undefined && { is_collateral: amount.isCollateral }),
    }));
  if (detail.type === "vesting") return toVestingResponse(context, detail);
  if (detail.type === "prediction") return toPredictionResponse(context, detail);
  if (detail.type === "perpetuals") return toPerpetualsResponse(context, detail);
  if (detail.type === "reward") return { token_list: list(detail.rewards) };
  const { rewards = [] } = detail;
  const { description = "" } = "description" in detail ? detail : {};
  return {
    ...toDepositResponse(context, detail, list),
    ...(rewards.length > 0 && { reward_token_list: list(rewards) }),
    ...(description !== "" && { description }),
  };
}

type Deposit = Exclude<PositionDetail, { type: "perpetuals" | "prediction" | "reward" | "vesting" }>;

/** Supplies and debts. */
function toDepositResponse(context: PositionContext, detail: Deposit, list: ToTokens): DetailResponse {
  const { supplies = [] } = detail;
  if (detail.type === "nft_common") {
    const nfts = detail.nfts.map((nft) => toNftResponse(context, nft));
    return { supply_nft_list: nfts, ...(supplies.length > 0 && { supply_token_list: list(supplies) }) };
  }
  const supplied = { supply_token_list: list(supplies) };
  if (detail.type === "locked") return { ...supplied, unlock_at: detail.unlockAt };
  const { borrows = [] } = detail;
  const owed = { ...supplied, borrow_token_list: list(borrows) };
  if (detail.type === "lending") return { ...owed, health_rate: detail.healthRate };
  if (detail.type === "leveraged_farming") return { ...owed, debt_ratio: detail.debtRatio };
  return borrows.length > 0 ? owed : supplied;
}

function toVestingResponse(context: PositionContext, detail: PositionDetail & { type: "vesting" }): DetailResponse {
  const { token, rawClaimable, rawDailyUnlock, endAt } = detail;
  const holding = holdingOf(context, token);
  const amountOf = (raw: bigint) => toAmount(raw, holding.entry.decimals);
  return {
    token: { ...toTokenResponse(holding), claimable_amount: amountOf(rawClaimable) },
    ...(rawDailyUnlock !== undefined && { daily_unlock_amount: amountOf(rawDailyUnlock) }),
    ...(endAt !== undefined && { end_at: endAt }),
  };
}

/** One share pays one unit of its collateral. */
function toPredictionResponse(
  context: PositionContext,
  detail: PositionDetail & { type: "prediction" },
): DetailResponse {
  const { entry, amount } = holdingOf(context, detail.pays);
  return {
    name: detail.title,
    side: detail.side,
    amount,
    price: (detail.price ?? 0) * entry.price,
    claimable: detail.rawClaimable > 0n,
    is_market_closed: detail.isClosed,
    ...(detail.endAt !== undefined && { event_end_at: detail.endAt }),
  };
}

/** The traded token and the quote token are shown with the position's size and its value at entry. */
function toPerpetualsResponse(
  context: PositionContext,
  detail: PositionDetail & { type: "perpetuals" },
): DetailResponse {
  const { leverage, entryPrice, dailyFundingRate, markPrice, pnlUsd } = detail;
  const size = toTokenResponse(holdingOf(context, detail.size));
  const quote = toTokenResponse(holdingOf(context, { token: detail.quote, rawAmount: 0n }));
  return {
    side: detail.side,
    base_token: size,
    quote_token: { ...quote, amount: size.amount * entryPrice },
    position_token: size,
    margin_token: toTokenResponse(holdingOf(context, detail.margin)),
    margin_rate: leverage === 0 ? 0 : 1 / leverage,
    leverage,
    daily_funding_rate: dailyFundingRate,
    entry_price: entryPrice,
    mark_price: markPrice,
    pnl_usd_value: pnlUsd,
  };
}

function toNftResponse({ chain }: PositionContext, nft: NftAmount): NftResponse {
  const { contract, tokenId, rawAmount } = nft;
  return {
    id: nftId(chain.slug, nft),
    contract_id: contract,
    inner_id: tokenId.toString(),
    name: "",
    content_url: "",
    thumbnail_url: "",
    amount: toAmount(rawAmount, 0),
    collection: toCollectionResponse(chain.slug, contract),
  };
}

/** Names and pictures of NFTs are in nft_list. */
const toCollectionResponse = (chain: string, id: Address): NftResponse["collection"] => ({
  chain_id: chain,
  id,
  name: "",
  symbol: "",
  logo_url: "",
  is_core: false,
});
