import type { PortfolioDetail, PortfolioItem, PortfolioNft, PortfolioToken } from "@portico/contract";

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

const TOKEN_FIELDS: readonly [field: FieldOf<PortfolioToken | PortfolioToken[]>, label: string, side: Side][] = [
  ["supply_token_list", "Supplied", "asset"],
  ["collateral_token_list", "Collateral", "asset"],
  ["borrow_token_list", "Borrowed", "debt"],
  ["reward_token_list", "Rewards", "reward"],
  ["token_list", "Rewards", "reward"],
  ["token", "Vesting", "asset"],
  ["share_token", "Shares", "asset"],
  ["margin_token", "Margin", "asset"],
  ["position_token", "Size", "neutral"],
  ["underlying_token", "Underlying", "neutral"],
  ["strike_token", "Strike", "neutral"],
];

const FIGURES: readonly [field: FieldOf<number>, label: string, kind: FigureKind, past?: string][] = [
  ["unlock_at", "Unlocks", "timestamp", "Unlocked"],
  ["end_at", "Fully vested", "timestamp"],
  ["daily_unlock_amount", "Vests per day", "amount"],
  ["debt_ratio", "Debt ratio", "percent"],
  ["leverage", "Leverage", "times"],
  ["pnl_usd_value", "Profit or loss", "usd"],
  ["entry_price", "Entry price", "usd"],
  ["mark_price", "Mark price", "usd"],
  ["liquidation_price", "Liquidation price", "usd"],
  ["margin_rate", "Margin rate", "percent"],
  ["daily_funding_rate", "Funding per day", "percent"],
  ["amount", "Shares", "amount"],
  ["price", "Price of a share", "usd"],
  ["event_end_at", "Outcome known", "timestamp"],
  ["usd_value", "Worth", "usd"],
  ["exercise_profit", "Exercise profit", "usd"],
  ["exercise_start_at", "Exercise from", "timestamp"],
  ["exercise_end_at", "Exercise until", "timestamp"],
  ["expired_at", "Cover ends", "timestamp", "Cover ended"],
];

const TEXTS: readonly [field: FieldOf<string>, label: string][] = [
  ["name", "Question"],
  ["side", "Side"],
  ["type", "Option"],
  ["style", "Style"],
  ["description", "Description"],
];

const ANSWERS: readonly [field: FieldOf<boolean>, label: string][] = [
  ["claimable", "Claimable"],
  ["is_market_closed", "Market closed"],
  ["is_auto_exercise", "Exercised automatically"],
];

/** The content of a position's card, in order; empty groups are left out. */
export function viewPosition(item: PortfolioItem): PositionView {
  const { name, detail, detail_types: types } = item;
  if (!types.some((type) => KNOWN.has(type))) return { tokenGroups: [], nftGroups: [], details: [], health: undefined };
  return {
    tokenGroups: TOKEN_FIELDS.map(([field, label, side]) => ({
      label: field === "supply_token_list" ? supplyLabel(name) : label,
      side,
      tokens: [detail[field] ?? []].flat(),
    })).filter(({ tokens }) => tokens.length > 0),
    nftGroups: [
      { label: "Supplied NFTs", nfts: detail.supply_nft_list ?? [] },
      { label: "NFT collateral", nfts: detail.nft_list ?? [] },
    ].filter(({ nfts }) => nfts.length > 0),
    details: [...pairDetails(detail), ...textDetails(item), ...figureDetails(item)],
    health: detail.health_rate,
  };
}

const SUPPLY_LABELS: Readonly<Record<string, string>> = {
  "Liquidity Pool": "Pooled",
  Staked: "Staked",
  Locked: "Locked",
  Farming: "Staked",
};
const supplyLabel = (name: string): string => SUPPLY_LABELS[name] ?? "Supplied";

function textDetails({ detail, position_index: index }: PortfolioItem): Detail[] {
  const texts = TEXTS.map(([field, label]) => ({ label, value: detail[field] ?? "" }));
  const answers = ANSWERS.map(([field, label]) => ({ label, value: yesOrNo(detail[field]) }));
  return [...texts, ...answers]
    .filter(({ value }) => value !== "" && value !== `#${index}`)
    .map((entry) => ({ ...entry, kind: "text" }));
}

const yesOrNo = (is: boolean | undefined): string => (is === undefined ? "" : is ? "Yes" : "No");

/** Timestamps that have passed when the position was read are labelled as past. */
const figureDetails = ({ detail, update_at: now }: PortfolioItem): Detail[] =>
  FIGURES.flatMap(([field, present, kind, past = present]) => {
    const value = detail[field];
    const label = value !== undefined && value !== null && value <= now ? past : present;
    return value === undefined || value === null || (kind === "timestamp" && value <= 0)
      ? []
      : [{ label, kind, value }];
  });

function pairDetails({ base_token: base, quote_token: quote, collection }: PortfolioDetail): Detail[] {
  const details: Detail[] = [];
  if (base !== undefined && quote !== undefined)
    details.push({ label: "Pair", kind: "text", value: `${base.optimized_symbol} / ${quote.optimized_symbol}` });
  if (collection !== undefined)
    details.push({ label: "Collection", kind: "text", value: collection.name || collection.id });
  return details;
}
