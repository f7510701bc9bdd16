import { displayText } from "@portico/ui/displayText";
import type { Token } from "@portico/store";
import { ShardedMap } from "./shardedMap.ts";

type Named = Pick<Token, "symbol" | "isCore">;

/** Tokens of a chain that share a symbol. It only counts them, so that adding one costs the same for any number. */
export class SymbolGroup {
  size = 0;
  coreSize = 0;

  /** If exactly one core token shares a symbol, it has the plain symbol. */
  isAmbiguous(token: Named): boolean {
    if (this.size < 2 || token.symbol === null) return false; // usually the size is enough: the token is not examined
    return !(token.isCore && this.coreSize === 1);
  }
}

/** Symbols shared by tokens of a chain, in any letter case. */
export class SymbolGroups {
  readonly #bySymbol = new ShardedMap<SymbolGroup>();

  /** @returns the group that the token is in now. */
  add(token: Named): SymbolGroup {
    const key = keyOf(token.symbol);
    if (key === "") return NO_SYMBOL;
    const group = this.#bySymbol.get(key) ?? new SymbolGroup();
    if (group.size === 0) this.#bySymbol.set(key, group);
    group.size++;
    if (token.isCore) group.coreSize++;
    return group;
  }

  /** @param token - As passed to `add`. */
  remove(token: Named): void {
    const key = keyOf(token.symbol);
    const group = this.#bySymbol.get(key);
    if (group === undefined) return;
    group.size--;
    if (token.isCore) group.coreSize--;
    if (group.size === 0) this.#bySymbol.delete(key);
  }
}

const NO_SYMBOL = new SymbolGroup();
/** As displayed; empty for invisible symbols, which are not shared. */
const keyOf = (symbol: string | null): string => displayText(symbol ?? "").toLowerCase();
