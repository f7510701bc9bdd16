import type { GasPrice } from "@portico/contract";
import { estimateGas, type GasLevel } from "@portico/evm";
import type { Deps } from "../../deps.ts";
import { chainsHeader } from "./chainsHeader.ts";

/**
 * The gas prices of a chain at its latest block, which the header names.
 * @param slug - Of the chain. @param customPrice - In wei per gas; 0 for none. @throws ServiceError
 */
export async function readGasPrices(
  { servedChains, gasMarkets }: Pick<Deps, "gasMarkets" | "servedChains">,
  slug: string,
  customPrice: bigint,
) {
  const chain = await servedChains.require(slug);
  const { head, window, l1DataFee } = await gasMarkets.read(chain);
  const prices = estimateGas(window, customPrice).map((level) => toLevelResponse(level, l1DataFee));
  const { blockNumber, timeAt } = head;
  return { prices, headers: chainsHeader({ synced: [{ chain, blockNumber, timeAt, since: 0n }] }) };
}

const toLevelResponse = (level: GasLevel, l1DataFee: bigint | null): GasPrice => ({
  level: level.level,
  price: Number(level.price),
  base_fee: toNumber(level.baseFee),
  priority_price: toNumber(level.priorityPrice),
  estimated_seconds: level.estimatedSeconds,
  front_tx_count: null,
  l1_data_fee: toNumber(l1DataFee),
});

const toNumber = (value: bigint | null): number | null => (value === null ? null : Number(value));
