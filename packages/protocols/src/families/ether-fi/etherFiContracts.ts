import type { Address } from "@portico/evm";

export interface EtherFiContracts {
  eeth: Address;
  weeth: Address;
  liquidityPool: Address;
  /** Its NFTs are withdrawal requests. */
  withdrawRequests: Address;
  ethfi: Address;
  sethfi: Address;
}
