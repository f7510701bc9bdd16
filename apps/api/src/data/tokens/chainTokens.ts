import { type Address, type Chain } from "@portico/evm";
import { unknownToken, type Token } from "@portico/store";
import { ShardedMap } from "./shardedMap.ts";
import { SymbolGroups } from "./symbolGroups.ts";
import { TokenEntry, type TokenPrice } from "./tokenEntry.ts";
import { isSameRecord, nativeToken, toRecord, type TokenRecord } from "./tokenRecord.ts";

/** The tokens of one chain, in memory, including the native coin. */
export class ChainTokens {
  readonly #chain: Chain;
  readonly #onChange: ((chain: string) => void) | undefined;
  readonly #entries = new ShardedMap<TokenEntry>();
  readonly #symbols = new SymbolGroups();
  #generation = 0;

  /** @param onChange - Called with the chain when a token is added or changed. */
  constructor(chain: Chain, onChange?: (chain: string) => void) {
    this.#chain = chain;
    this.#onChange = onChange;
    this.put(nativeToken(chain), undefined);
  }

  find(address: Address): TokenEntry | undefined {
    return this.#entries.get(address);
  }

  /** The entry of a held token; for an unknown one a placeholder, which is cached. */
  findOrAdd(address: Address): TokenEntry {
    return this.#entries.get(address) ?? this.#put(toRecord(unknownToken(this.#chain.slug, address)), undefined);
  }

  /** Adds or replaces a token; others that share its symbol change with it. */
  put(token: Token, price: TokenPrice | undefined): void {
    const record = toRecord(token);
    const known = this.#entries.get(token.address)?.token;
    // the same object: a copy for each change of a price would have to be moved by the garbage collector
    this.#put(known !== undefined && isSameRecord(known, record) ? known : record, price);
  }

  /** Updates the price of a known token. */
  setPrice(address: Address, price: TokenPrice | undefined): void {
    const token = this.#entries.get(address)?.token;
    if (token !== undefined) this.#put(token, price);
  }

  /** @returns a function that removes the entries not put since. */
  beginSweep(): () => void {
    const generation = ++this.#generation;
    return () => {
      for (const [address, entry] of this.#entries.entries()) {
        if (entry.generation >= generation) continue;
        this.#symbols.remove(entry.token);
        this.#entries.delete(address);
        this.#onChange?.(this.#chain.slug);
      }
    };
  }

  #put(token: TokenRecord, price: TokenPrice | undefined): TokenEntry {
    const before = this.#entries.get(token.address);
    if (before?.isOf(token, price) === true) {
      before.generation = this.#generation;
      return before;
    }
    if (before !== undefined) this.#symbols.remove(before.token);
    const group = this.#symbols.add(token);
    const entry = new TokenEntry({ chain: this.#chain, token, price, group, generation: this.#generation });
    this.#entries.set(token.address, entry);
    this.#onChange?.(this.#chain.slug);
    return entry;
  }
}
