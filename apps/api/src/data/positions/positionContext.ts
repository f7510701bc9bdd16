import type { Address, Chain } from "@portico/evm";
import type { Deployed } from "@portico/protocols";
import type { TokenEntry } from "../tokens/tokenEntry.ts";

/** Context of a shown position. */
export interface PositionContext {
  readonly chain: Chain;
  readonly deployed: Deployed;
  /** The requested owner. */
  readonly owner: Address;
  /** If the owner holds it through a contract account: the account and its wallet protocol. */
  readonly proxy: PositionProxy | undefined;
  /** Timestamp of the block it was read at, unix seconds. */
  readonly timeAt: number;
  /** All tokens that its positions name. */
  readonly entries: ReadonlyMap<Address, TokenEntry>;
  /** Deployment times of contracts, unix seconds, if known. */
  readonly createdAt: ReadonlyMap<Address, number>;
}

export interface PositionProxy {
  readonly account: Address;
  readonly wallet: Deployed;
}
