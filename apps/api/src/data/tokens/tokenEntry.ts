import { hash } from "node:crypto";
import type { Token as TokenResponse } from "@portico/contract";
import { findCoinOf, NATIVE_TOKEN, type Chain } from "@portico/evm";
import { displayText } from "@portico/ui/displayText";
import type { SymbolGroup } from "./symbolGroups.ts";
import { isSameRecord, type TokenRecord } from "./tokenRecord.ts";

/** Of a whole token, in USD. */
export interface TokenPrice {
  readonly usd: number;
  /** Of the newest observation that it depends on, unix seconds. */
  readonly timeAt: number;
  /** A day before; null or undefined if unknown. */
  readonly dayAgoUsd?: number | null;
}

export interface TokenDetails {
  readonly chain: Chain;
  readonly token: TokenRecord;
  /** Undefined if no source has one. */
  readonly price: TokenPrice | undefined;
  /** Tokens of the chain that share its symbol, including itself. */
  readonly group: SymbolGroup;
  /** See TokenEntry. */
  readonly generation: number;
}

/** A token in memory. It is rendered on demand: most tokens are held by no requested owner. */
export class TokenEntry {
  readonly token: TokenRecord;
  /** In responses: an address, or the native token id. */
  readonly id: string;
  readonly decimals: number;
  /** A protocol's receipt of a deposit or a debt: counted as a position, not as a token. */
  readonly isDerived: boolean;
  /** USD for one whole token; 0 means no data. */
  readonly price: number;
  /** The last load of its chain that contained it. */
  generation: number;
  readonly #chain: Chain;
  /** Unix seconds; null without a price. */
  readonly #priceAt: number | null;
  /** Of the last day, as a fraction; null if unknown. */
  readonly #change: number | null;
  readonly #group: SymbolGroup;
  #text = "";
  #textHash = "";
  #isTextAmbiguous = false;

  constructor({ chain, token, price, group, generation }: TokenDetails) {
    this.token = token;
    this.id = token.address === NATIVE_TOKEN ? chain.native.id : token.address;
    this.decimals = token.decimals ?? 0;
    this.isDerived = token.protocolId !== "";
    this.price = price?.usd ?? 0;
    this.#priceAt = price?.timeAt ?? null;
    this.#change = changeOf(price);
    this.generation = generation;
    this.#chain = chain;
    this.#group = group;
  }

  /** The slug. */
  get chainSlug(): string {
    return this.#chain.slug;
  }

  /** JSON text of `toResponse()`, without the closing brace. */
  get text(): string {
    const { isAmbiguous } = this;
    if (this.#text === "" || this.#isTextAmbiguous !== isAmbiguous) {
      this.#text = JSON.stringify(this.toResponse()).slice(0, -1);
      this.#isTextAmbiguous = isAmbiguous;
      this.#textHash = "";
    }
    return this.#text;
  }

  /** Of the text, always as long: 136 bits, and so no less than an ETag has. */
  get textHash(): string {
    const { text } = this;
    if (this.#textHash === "") this.#textHash = hash("sha256", text, "buffer").toString("base64url", 0, 17);
    return this.#textHash;
  }

  /** Whether another token of the chain, better known or equally unknown, has the same symbol. */
  get isAmbiguous(): boolean {
    return this.#group.isAmbiguous(this.token);
  }

  /** Whether it is on no list, and has the symbol of a token that every wallet shows. */
  get isImitation(): boolean {
    return !this.token.isVerified && !this.token.isCore && this.#group.coreSize > 0;
  }

  /** Whether it was created from the same data. */
  isOf(token: TokenRecord, price: TokenPrice | undefined): boolean {
    return (
      this.price === (price?.usd ?? 0) &&
      this.#priceAt === (price?.timeAt ?? null) &&
      this.#change === changeOf(price) &&
      isSameRecord(this.token, token)
    );
  }

  /** The same token at another price; undefined if there is none. */
  withPrice(price: TokenPrice | undefined): TokenEntry {
    const { token, generation } = this;
    return new TokenEntry({ chain: this.#chain, token, price, group: this.#group, generation });
  }

  toResponse(): TokenResponse {
    const { id, token, isAmbiguous } = this;
    const shown = displayText(token.symbol ?? "");
    const displaySymbol = isAmbiguous ? `${shown} (${shorten(id)})` : null;
    return {
      id,
      chain: this.#chain.slug,
      name: token.name,
      symbol: token.symbol,
      display_symbol: displaySymbol,
      optimized_symbol: displaySymbol ?? shown,
      decimals: token.decimals,
      logo_url: token.logoUrl,
      protocol_id: token.protocolId,
      price: this.price,
      is_verified: token.isVerified,
      is_core: token.isCore,
      is_wallet: !this.isDerived,
      time_at: token.timeAt ?? 0,
      price_at: this.#priceAt,
      price_24h_change: this.#change,
      total_supply: token.supply,
      coin_id: findCoinOf(this.#chain.slug, token.address)?.id ?? null,
      is_scam: token.isScam,
      is_suspicious: token.isSuspicious,
    };
  }
}

function changeOf(price: TokenPrice | undefined): number | null {
  const before = price?.dayAgoUsd ?? 0;
  return price === undefined || before === 0 ? null : price.usd / before - 1;
}

/**
 * Both ends of an address: many begin with equal zeros. A native token id may be shorter, and is unchanged.
 */
const shorten = (id: string): string => (id.length < 42 ? id : `${id.slice(0, 8)}…${id.slice(-4)}`);
