import { type Address, getAddress, keccak256, slice, stringToHex } from "viem";

/** An address without a known key; anvil lets it send all the same. */
export const nameAddress = (name: string): Address =>
  getAddress(slice(keccak256(stringToHex(`portico pocket ${name}`)), 12));

/** Deploys the contracts, owns them, holds the supply of the tokens and distributes it. */
export const TREASURY: Address = nameAddress("treasury");
