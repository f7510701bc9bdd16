import type { Token as WireToken } from "@portico/contract";
import { NATIVE_TOKEN, type Chain } from "@portico/evm";
import type { SymbolGroup } from "./symbolGroups.ts";
import { isSameRecord, type TokenRecord } from "./tokenRecord.ts";

export interface TokenFacts {
  readonly chain: Chain;
  readonly token: TokenRecord;
  /** USD for one whole token; undefined when no source has one. */
  readonly usd: number | undefined;
  /** The tokens of the chain that share its symbol, itself among them. */
  readonly group: SymbolGroup;
  /** See TokenEntry. */
  readonly generation: number;
}

/** A token in memory. It is rendered when somebody asks for it: most tokens are held by nobody who asks. */
export class TokenEntry {
  readonly token: TokenRecord;
  /** USD for one whole token; 0 means no data. */
  readonly price: number;
  /** The load of its chain that met it last. */
  generation: number;
  readonly #chain: Chain;
  readonly #group: SymbolGroup;
  #rendered: { readonly isAmbiguous: boolean; readonly text: string } | undefined;

  constructor({ chain, token, usd = 0, group, generation }: TokenFacts) {
    this.token = token;
    this.price = usd;
    this.generation = generation;
    this.#chain = chain;
    this.#group = group;
  }

  /** The contract's: an address, or the native token id. */
  get id(): string {
    return this.token.address === NATIVE_TOKEN ? this.#chain.native.id : this.token.address;
  }

  /** The slug. */
  get chainSlug(): string {
    return this.#chain.id;
  }

  get decimals(): number {
    return this.token.decimals ?? 0;
  }

  /** Issued by a protocol for a deposit or a debt: counted as a position, not as a token. */
  get isDerived(): boolean {
    return this.token.protocolId !== "";
  }

  /** The JSON text of `toWire()`, without the closing brace. */
  get text(): string {
    const { isAmbiguous } = this;
    if (this.#rendered?.isAmbiguous !== isAmbiguous) {
      this.#rendered = { isAmbiguous, text: JSON.stringify(this.toWire()).slice(0, -1) };
    }
    return this.#rendered.text;
  }

  /** Whether another token of the chain, better known or as unknown, has the same symbol. */
  get isAmbiguous(): boolean {
    return this.#group.isAmbiguous(this.token);
  }

  /** Whether it was made of the same. */
  isOf(token: TokenRecord, usd = 0): boolean {
    return this.price === usd && isSameRecord(this.token, token);
  }

  toWire(): WireToken {
    const { id, token, isAmbiguous } = this;
    const displaySymbol = isAmbiguous && token.symbol !== null ? `${token.symbol} (${shorten(id)})` : null;
    return {
      id,
      chain: this.#chain.id,
      name: token.name,
      symbol: token.symbol,
      display_symbol: displaySymbol,
      optimized_symbol: displaySymbol ?? token.symbol ?? "",
      decimals: token.decimals,
      logo_url: token.logoUrl,
      protocol_id: token.protocolId,
      price: this.price,
      is_verified: token.isVerified,
      is_core: token.isCore,
      is_wallet: !this.isDerived,
      time_at: token.timeAt ?? 0,
      total_supply: token.supply,
      is_scam: token.isScam,
      is_suspicious: token.isSuspicious,
    };
  }
}

/** Both ends of an address: the zeros that many begin with tell nothing. A native token id may be shorter, and stays. */
const shorten = (id: string): string => (id.length < 42 ? id : `${id.slice(0, 8)}…${id.slice(-4)}`);
