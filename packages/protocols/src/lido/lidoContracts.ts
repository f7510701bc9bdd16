import type { Address } from "@portico/evm";

export interface LidoContracts {
  /** Grows by itself. Elsewhere than on Ethereum: a form of wstETH that does. */
  steth: Address;
  /** A fixed share of what stETH is a part of. */
  wsteth: Address;
  /** Where stETH turns back into coins; its NFTs are who waits. On Ethereum only. */
  queue?: Address;
}
