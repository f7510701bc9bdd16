import type { GasPrice } from "@portico/contract";
import { estimateGas, type GasLevel } from "@portico/evm";
import { chainsHeader } from "../../data/chains/chainsHeader.ts";
import type { Operation } from "../../deps.ts";

/** GET /v1/wallet/gas_market: at the chain's latest block, which the header names. */
export const getWalletGasMarket: Operation<"getWalletGasMarket"> = async (
  { query, reply },
  { servedChains, gasMarkets },
) => {
  const chain = await servedChains.require(query.chain_id);
  const { head, window, l1DataFee } = await gasMarkets.read(chain);
  const [whole = ""] = query.custom_price.split(".");
  const body = estimateGas(window, BigInt(whole)).map((level) => toLevelResponse(level, l1DataFee));
  const { blockNumber, timeAt } = head;
  return reply(200, body, chainsHeader({ synced: [{ chain, blockNumber, timeAt, since: 0n }] }));
};

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
