import type { UserToken } from "@portico/contract";
import type { Holding } from "./ledger.ts";

const NATIVE = "ETH";

export const usdValueOf = ({ rawAmount, decimals, price }: Holding): number =>
  (Number(rawAmount) / 10 ** decimals) * price;

/** A holding in the contract's form: no field is missing, and unknown values are 0, "" or null as the contract specifies. */
export function toUserToken(holding: Holding): UserToken {
  const { symbol, name, rawAmount, decimals, price } = holding;
  return {
    id: symbol === NATIVE ? "eth" : `own:${symbol.toLowerCase()}`,
    chain: "eth",
    name,
    symbol,
    display_symbol: null,
    optimized_symbol: symbol,
    decimals,
    logo_url: null,
    protocol_id: "",
    price,
    is_verified: true,
    is_core: true,
    is_wallet: true,
    time_at: 0,
    amount: Number(rawAmount) / 10 ** decimals,
    raw_amount: rawAmount, // a bigint: JSON gets every digit
    raw_amount_str: String(rawAmount),
    usd_value: usdValueOf(holding),
  };
}
