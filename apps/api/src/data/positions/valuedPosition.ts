import type { PortfolioItem, PortfolioToken } from "@portico/contract";
import { toAmount } from "@portico/evm";
import type { Amount, Position } from "@portico/protocols";
import { serialize } from "../../serialize.ts";
import type { PositionContext } from "./positionContext.ts";
import { isOverdrawn, listParts, sumParts, sumUsd } from "./positionParts.ts";
import { holdingOf, toDetailResponse, toTokenResponse } from "./toDetailResponse.ts";
import { toRangeResponse } from "./toRangeResponse.ts";

/** A position with its worth at the prices of its entries. */
export class ValuedPosition {
  readonly assetUsd: number;
  /** Positive. If an unlisted position is overdrawn, what its assets are worth. */
  readonly debtUsd: number;
  readonly #position: Position;
  readonly #context: PositionContext;
  #text = "";

  constructor(position: Position, context: PositionContext) {
    this.#position = position;
    this.#context = context;
    const { assets, debts } = listParts(position.detail);
    const usdOf = (part: Amount) => holdingOf(context, part).usdValue;
    this.assetUsd = position.detail.type === "prediction" ? this.#predicted().usdValue : sumUsd(assets, usdOf);
    this.debtUsd = isOverdrawn(position, usdOf) ? this.assetUsd : sumUsd(debts, usdOf);
  }

  get netUsd(): number {
    return this.assetUsd - this.debtUsd;
  }

  /** JSON text of `toResponse()`, cached. */
  get text(): string {
    if (this.#text === "") this.#text = serialize(this.toResponse());
    return this.#text;
  }

  toResponse(): PortfolioItem {
    const { name, detail, positionIndex, range, isUnlisted } = this.#position;
    const { chain, deployed, owner, timeAt } = this.#context;
    const tokens = this.#listAssetTokens();
    const priceRange = range && toRangeResponse(this.#context, range);
    return {
      stats: { asset_usd_value: this.assetUsd, debt_usd_value: this.debtUsd, net_usd_value: this.netUsd },
      update_at: timeAt,
      name,
      detail_types: [detail.type],
      detail: toDetailResponse(this.#context, detail),
      proxy_detail: this.#toProxyResponse(),
      asset_dict: Object.fromEntries(tokens.map(({ id, amount }) => [id, amount])),
      asset_token_list: tokens,
      pool: this.#toPoolResponse(),
      ...(positionIndex !== undefined && { position_index: positionIndex }),
      ...(priceRange !== undefined && { price_range: priceRange }),
      ...((deployed.adapter.isUnlisted ?? isUnlisted) === true && { "x-unlisted": true as const }),
      base: { user_addr: owner, chain: chain.slug, project_id: deployed.id },
    };
  }

  /** Each token once; debts are negative. */
  #listAssetTokens(): PortfolioToken[] {
    if (this.#position.detail.type === "prediction") return [toTokenResponse(this.#predicted())];
    return [...sumParts([this.#position])].map(([token, rawAmount]) => {
      const { entry } = holdingOf(this.#context, { token, rawAmount });
      return toTokenResponse({ entry, amount: toAmount(rawAmount, entry.decimals) });
    });
  }

  /** Payout of a prediction times its price; 0 if unknown. */
  #predicted() {
    const { detail } = this.#position;
    if (detail.type !== "prediction") throw new TypeError(`${detail.type} is not a prediction`);
    const { entry, amount } = holdingOf(this.#context, detail.pays);
    const expected = amount * (detail.price ?? 0);
    return { entry, amount: expected, usdValue: expected * entry.price };
  }

  #toPoolResponse(): NonNullable<PortfolioItem["pool"]> {
    const { controller, index } = this.#position.pool;
    const { chain, deployed, createdAt } = this.#context;
    return {
      id: index === undefined ? controller : `${controller}:${index}`,
      chain: chain.slug,
      project_id: deployed.id,
      adapter_id: deployed.adapter.id,
      controller,
      index: index ?? null,
      time_at: createdAt.get(controller) ?? null,
    };
  }

  #toProxyResponse(): PortfolioItem["proxy_detail"] {
    const { proxy } = this.#context;
    if (proxy === undefined) return {};
    const { id, adapter } = proxy.wallet;
    const project = { id, name: adapter.name, site_url: adapter.siteUrl, logo_url: adapter.logoUrl ?? "" };
    return { project, proxy_contract_id: proxy.account };
  }
}
