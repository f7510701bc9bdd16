import type { Address } from "@portico/evm";

export interface LidoContracts {
  /** Rebasing. On other chains than Ethereum: a rebasing form of wstETH. */
  steth: Address;
  /** A fixed number of stETH shares. */
  wsteth: Address;
  /** Withdrawal queue; its NFTs are requests. Ethereum only. */
  queue?: Address;
}
