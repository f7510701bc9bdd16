import { ZERO_ADDRESS } from "@portico/evm";
import type { Address } from "@portico/evm";
import { toLower } from "../toLower.ts";
import type { AaveReserve } from "./aaveVersion.ts";

/** The parts of `getReserveData` that all versions share. */
interface ReserveData {
  id: number;
  aToken: Address;
  /** The zero address if there is none: since 3.2. */
  stableDebt: Address;
  variableDebt: Address;
}

/** A reserve with its tokens, lower-case; undefined if the pool doesn't have this asset. */
export function toReserve(asset: Address, reserve: ReserveData | undefined): AaveReserve | undefined {
  if (reserve === undefined || reserve.aToken === ZERO_ADDRESS) return undefined;
  const { id, aToken, stableDebt, variableDebt } = reserve;
  const tokens = { asset: toLower(asset), aToken: toLower(aToken), variableDebt: toLower(variableDebt) };
  return { id, ...tokens, ...(stableDebt === ZERO_ADDRESS ? {} : { stableDebt: toLower(stableDebt) }) };
}
