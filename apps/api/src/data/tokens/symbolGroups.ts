import { displayText } from "@portico/ui/displayText";
import type { Token } from "@portico/store";
import { ShardedMap } from "./shardedMap.ts";

type Named = Pick<Token, "symbol" | "isCore">;

/**
 * The tokens of a chain that share a symbol. It only counts them, so that one more makes no work however many they are.
 */
export class SymbolGroup {
  size = 0;
  coreSize = 0;

  /** The one core token among those that share a symbol, if there is just one, owns it plain. */
  isAmbiguous(token: Named): boolean {
    if (this.size < 2 || token.symbol === null) return false; // mostly the size tells: the token is not even looked at
    return !(token.isCore && this.coreSize === 1);
  }
}

/** Which tokens of a chain share their symbol, whatever the letter case. */
export class SymbolGroups {
  readonly #bySymbol = new ShardedMap<SymbolGroup>();

  /** @returns The group that the token now is in. */
  add(token: Named): SymbolGroup {
    const key = keyOf(token.symbol);
    if (key === "") return NO_SYMBOL;
    const group = this.#bySymbol.get(key) ?? new SymbolGroup();
    if (group.size === 0) this.#bySymbol.set(key, group);
    group.size++;
    if (token.isCore) group.coreSize++;
    return group;
  }

  /** @param token - As it was given to `add`. */
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
/** As it is shown; empty for what shows nothing: that is no symbol to share. */
const keyOf = (symbol: string | null): string => displayText(symbol ?? "").toLowerCase();
