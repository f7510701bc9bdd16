import type { PortfolioDetail, PortfolioItem, PortfolioNft, PortfolioToken } from "@portico/contract";
import type { MessageId } from "../../languages/catalogue.ts";
import { t } from "../../languages/t.ts";

/** How a sum counts: debts are subtracted. */
export type Side = "asset" | "debt" | "reward" | "neutral";

export interface TokenGroup {
  readonly label: string;
  readonly side: Side;
  readonly tokens: readonly PortfolioToken[];
}

export interface NftGroup {
  readonly label: string;
  readonly nfts: readonly PortfolioNft[];
}

/** A detail of a position other than a token: `kind` determines its unit. */
export type Detail =
  | { readonly label: string; readonly kind: "text"; readonly value: string }
  | { readonly label: string; readonly kind: FigureKind; readonly value: number };

type FigureKind = "usd" | "percent" | "timestamp" | "amount" | "times";

export interface PositionView {
  readonly tokenGroups: readonly TokenGroup[];
  readonly nftGroups: readonly NftGroup[];
  readonly details: readonly Detail[];
  /** Health of a loan; null if there is no debt, undefined if it is not a loan. */
  readonly health: number | null | undefined;
}

/** The kinds of detail that this page can show; for others it shows the totals only, as the contract specifies. */
const KNOWN = new Set(
  (
    "common locked lending leveraged_farming vesting reward options_seller options_buyer insurance_seller insurance_buyer " +
    "perpetuals prediction nft_common nft_lending nft_fraction nft_p2p_borrower nft_p2p_lender"
  ).split(" "),
);

type FieldOf<Value> = {
  [Field in keyof PortfolioDetail]-?: NonNullable<PortfolioDetail[Field]> extends Value ? Field : never;
}[keyof PortfolioDetail];

/** What is behind `positions.label_` in the catalogue. */
type Label = MessageId extends infer Id ? (Id extends `positions.label_${infer Name}` ? Name : never) : never;

const TOKEN_FIELDS: readonly [field: FieldOf<PortfolioToken | PortfolioToken[]>, label: Label, side: Side][] = [
  ["supply_token_list", "supplied", "asset"],
  ["collateral_token_list", "collateral", "asset"],
  ["borrow_token_list", "borrowed", "debt"],
  ["reward_token_list", "rewards", "reward"],
  ["token_list", "rewards", "reward"],
  ["token", "vesting", "asset"],
  ["share_token", "shares", "asset"],
  ["margin_token", "margin", "asset"],
  ["position_token", "size", "neutral"],
  ["underlying_token", "underlying", "neutral"],
  ["strike_token", "strike", "neutral"],
];

const FIGURES: readonly [field: FieldOf<number>, label: Label, kind: FigureKind, past?: Label][] = [
  ["unlock_at", "unlocks", "timestamp", "unlocked"],
  ["end_at", "fullyVested", "timestamp"],
  ["daily_unlock_amount", "vestsPerDay", "amount"],
  ["debt_ratio", "debtRatio", "percent"],
  ["leverage", "leverage", "times"],
  ["pnl_usd_value", "profitOrLoss", "usd"],
  ["entry_price", "entryPrice", "usd"],
  ["mark_price", "markPrice", "usd"],
  ["liquidation_price", "liquidationPrice", "usd"],
  ["margin_rate", "marginRate", "percent"],
  ["daily_funding_rate", "fundingPerDay", "percent"],
  ["amount", "shares", "amount"],
  ["price", "sharePrice", "usd"],
  ["event_end_at", "outcomeKnown", "timestamp"],
  ["usd_value", "worth", "usd"],
  ["exercise_profit", "exerciseProfit", "usd"],
  ["exercise_start_at", "exerciseFrom", "timestamp"],
  ["exercise_end_at", "exerciseUntil", "timestamp"],
  ["expired_at", "coverEnds", "timestamp", "coverEnded"],
];

const TEXTS: readonly [field: FieldOf<string>, label: Label][] = [
  ["name", "question"],
  ["side", "side"],
  ["type", "option"],
  ["style", "style"],
  ["description", "description"],
];

const ANSWERS: readonly [field: FieldOf<boolean>, label: Label][] = [
  ["claimable", "claimable"],
  ["is_market_closed", "marketClosed"],
  ["is_auto_exercise", "exercisedAutomatically"],
];

/** The content of a position's card, in order; empty groups are left out. */
export function viewPosition(item: PortfolioItem): PositionView {
  const { name, detail, detail_types: types } = item;
  if (!types.some((type) => KNOWN.has(type))) return { tokenGroups: [], nftGroups: [], details: [], health: undefined };
  return {
    tokenGroups: TOKEN_FIELDS.map(([field, label, side]) => ({
      label: labelOf(field === "supply_token_list" ? supplyLabel(name) : label),
      side,
      tokens: [detail[field] ?? []].flat(),
    })).filter(({ tokens }) => tokens.length > 0),
    nftGroups: [
      { label: labelOf("suppliedNfts"), nfts: detail.supply_nft_list ?? [] },
      { label: labelOf("nftCollateral"), nfts: detail.nft_list ?? [] },
    ].filter(({ nfts }) => nfts.length > 0),
    details: [...pairDetails(detail), ...textDetails(item), ...figureDetails(item)],
    health: detail.health_rate,
  };
}

/** A label in the language that is shown. */
const labelOf = (label: Label): string => t(`positions.label_${label}`);

const SUPPLY_LABELS: Readonly<Record<string, Label>> = {
  "Liquidity Pool": "pooled",
  Staked: "staked",
  Locked: "locked",
  Farming: "staked",
};
const supplyLabel = (name: string): Label => SUPPLY_LABELS[name] ?? "supplied";

function textDetails({ detail, position_index: index }: PortfolioItem): Detail[] {
  const texts = TEXTS.map(([field, label]) => ({ label: labelOf(label), value: detail[field] ?? "" }));
  const answers = ANSWERS.map(([field, label]) => ({ label: labelOf(label), value: yesOrNo(detail[field]) }));
  return [...texts, ...answers]
    .filter(({ value }) => value !== "" && value !== `#${index}`)
    .map((entry) => ({ ...entry, kind: "text" }));
}

const yesOrNo = (is: boolean | undefined): string => (is === undefined ? "" : t(is ? "positions.yes" : "positions.no"));

/** Timestamps that have passed when the position was read are labelled as past. */
const figureDetails = ({ detail, update_at: now }: PortfolioItem): Detail[] =>
  FIGURES.flatMap(([field, present, kind, past = present]) => {
    const value = detail[field];
    const label = value !== undefined && value !== null && value <= now ? past : present;
    return value === undefined || value === null || (kind === "timestamp" && value <= 0)
      ? []
      : [{ label: labelOf(label), kind, value }];
  });

function pairDetails({ base_token: base, quote_token: quote, collection }: PortfolioDetail): Detail[] {
  const details: Detail[] = [];
  if (base !== undefined && quote !== undefined)
    details.push({
      label: labelOf("pair"),
      kind: "text",
      value: `${base.optimized_symbol} / ${quote.optimized_symbol}`,
    });
  if (collection !== undefined)
    details.push({ label: labelOf("collection"), kind: "text", value: collection.name || collection.id });
  return details;
}
