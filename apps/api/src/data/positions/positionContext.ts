import type { Address, Chain } from "@portico/evm";
import type { Deployed } from "@portico/protocols";
import type { TokenEntry } from "../tokens/tokenEntry.ts";

/** What a position is shown with. */
export interface PositionContext {
  readonly chain: Chain;
  readonly deployed: Deployed;
  /** Who is asked for. */
  readonly owner: Address;
  /** When the owner holds it through a contract account: which one, and whose kind it is of. */
  readonly proxy: PositionProxy | undefined;
  /** Of the block it was read at, unix seconds. */
  readonly timeAt: number;
  /** Every token that its positions name. */
  readonly entries: ReadonlyMap<Address, TokenEntry>;
  /** When contracts were deployed, unix seconds, as far as known. */
  readonly createdAt: ReadonlyMap<Address, number>;
}

export interface PositionProxy {
  readonly account: Address;
  readonly wallet: Deployed;
}
