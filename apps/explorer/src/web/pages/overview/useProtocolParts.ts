import { useAnswer } from "../../api/explorerApi.ts";
import { useAddress } from "../../shell/useAddress.ts";
import { worthOf } from "../../shell/worthOf.ts";
import type { Part } from "./shares.ts";
import { t } from "../../languages/t.ts";

/** Id of what is in no protocol. */
export const WALLET = "wallet";

/** The net worth by protocol, as a query. A protocol on several chains is one part. */
export function useProtocolParts() {
  const { address, chain } = useAddress();
  const total = useAnswer("/v1/user/total_balance", { params: { query: { id: address } } });
  const protocols = useAnswer("/v1/user/all_simple_protocol_list", {
    params: { query: { id: address, ...(chain !== undefined && { chain_ids: [chain] }) } },
  });
  const whole = total.data && worthOf(total.data.data, chain);
  return {
    data:
      protocols.data === undefined || whole === undefined
        ? undefined
        : { data: partsOf(whole, protocols.data.data), meta: protocols.data.meta },
    error: protocols.error ?? total.error,
    isFetching: protocols.isFetching || total.isFetching,
    refetch: () => Promise.all([total.refetch(), protocols.refetch()]),
  };
}

interface ProtocolValue {
  readonly id: string;
  readonly name: string;
  readonly net_usd_value?: number;
}

/** Smaller values, in USD, are rounding errors, not parts. */
const DUST = 0.005;

export function partsOf(whole: number, protocols: readonly ProtocolValue[]): Part[] {
  const valueOf = (own: readonly ProtocolValue[]): number =>
    own.reduce((sum, { net_usd_value: usdValue = 0 }) => sum + usdValue, 0);
  const parts = [...Map.groupBy(protocols, ({ name }) => name)].map(([name, own]) => ({
    id: own[0]?.id ?? name,
    name,
    usdValue: valueOf(own),
  }));
  const rest = whole - valueOf(protocols);
  return Math.abs(rest) < DUST ? parts : [{ id: WALLET, name: t("overview.wallet"), usdValue: rest }, ...parts];
}
