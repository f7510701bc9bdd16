import { NATIVE_TOKEN, ZERO_ADDRESS } from "@portico/evm";
import type { Address } from "@portico/evm";
import type { AbiEvent, ContractEventArgsFromTopics } from "viem";
import type { FilledOrder } from "./filledOrder.ts";
import type { NftMarket } from "./nftMarkets.ts";

/** What an event reports. Addresses may have capitals. */
export type ReportedOrder = Omit<FilledOrder, "market">;

/** An event of a marketplace that reports a filled order. */
export interface MarketEvent {
  market: NftMarket;
  abi: AbiEvent;
  /** @returns undefined if what was paid for what is unclear. */
  toOrder: (args: never, market: Address) => ReportedOrder | undefined;
}

/** A row of the table, with the arguments typed by its event. */
export const marketEvent = <const Event extends AbiEvent>(
  market: NftMarket,
  abi: Event,
  toOrder: (args: ContractEventArgsFromTopics<readonly [Event]>, market: Address) => ReportedOrder | undefined,
): MarketEvent => ({ market, abi, toOrder });

/** Marketplaces write the zero address for the native coin. */
export const toPayToken = (currency: Address): Address => (currency === ZERO_ADDRESS ? NATIVE_TOKEN : currency);
