import type { Amount } from "@portico/protocols";
import { listDeployed } from "@portico/protocols";
import type { TokenFields } from "../tokenFields.ts";
import { amountOf, partsOf, rawOf, type ReadProtocol, type StoredPosition, sumOf, worthOf } from "./readings.ts";

const CHAIN = "eth";
const protocols = new Map(listDeployed(CHAIN).map((one) => [one.id, one]));

export type TokenOf = (address: string) => TokenFields | undefined;

/** The response of GET /v1/user/complex_protocol_list. @param tvlOf - In USD, of a protocol. */
export function toProtocolList(
  owner: string,
  read: readonly ReadProtocol[],
  tokenOf: TokenOf,
  tvlOf: (id: string) => number,
) {
  const list = read.map(({ id, time, positions }) => {
    const deployed = protocols.get(id);
    if (deployed === undefined) throw new Error(`Unknown protocol ${id}`);
    const items = positions
      .map((position) => toItem(owner, id, time, position, tokenOf))
      .toSorted((a, b) => b.stats.net_usd_value - a.stats.net_usd_value);
    const { adapter } = deployed;
    return {
      id,
      chain: CHAIN,
      name: adapter.name,
      logo_url: adapter.logoUrl ?? "",
      site_url: adapter.siteUrl,
      has_supported_portfolio: adapter.listPositions !== undefined,
      tvl: Math.round(tvlOf(id)),
      asset_usd_value: sumOf(items.map(({ stats }) => stats.asset_usd_value)),
      debt_usd_value: sumOf(items.map(({ stats }) => stats.debt_usd_value)),
      net_usd_value: sumOf(items.map(({ stats }) => stats.net_usd_value)),
      portfolio_item_list: items,
    };
  });
  return list.toSorted((a, b) => b.net_usd_value - a.net_usd_value || (a.id < b.id ? -1 : 1));
}

function toItem(owner: string, id: string, time: number, position: StoredPosition, tokenOf: TokenOf) {
  const { name, detail, pool } = position;
  const sums = new Map<string, bigint>();
  const { assets, debts } = partsOf(position);
  for (const part of assets) sums.set(part.token, (sums.get(part.token) ?? 0n) + rawOf(part));
  for (const part of debts) sums.set(part.token, (sums.get(part.token) ?? 0n) - rawOf(part));
  const held = [...sums].map(([address, raw]) => withAmount(address, raw, tokenOf));
  return {
    stats: worthOf(position, tokenOf),
    update_at: time,
    name,
    detail_types: [detail.type],
    detail: toDetail(position, tokenOf),
    proxy_detail: {},
    asset_dict: Object.fromEntries(held.map((token) => [token.id, token.amount])),
    asset_token_list: held,
    pool: {
      id: pool.controller,
      chain: CHAIN,
      project_id: id,
      adapter_id: id,
      controller: pool.controller,
      index: null,
      time_at: null,
    },
    base: { user_addr: owner, chain: CHAIN, project_id: id },
  };
}

function toDetail({ detail }: StoredPosition, tokenOf: TokenOf) {
  const list = (parts: readonly (Amount & { readonly isCollateral?: boolean })[]) =>
    parts.map((part) => ({
      ...withAmount(part.token, rawOf(part), tokenOf),
      ...(part.isCollateral !== undefined && { is_collateral: part.isCollateral }),
    }));
  if (detail.type === "lending") {
    return {
      supply_token_list: list(detail.supplies),
      borrow_token_list: list(detail.borrows),
      health_rate: detail.healthRate,
    };
  }
  if (detail.type !== "common") throw new Error(`${detail.type} is not in the fixture`);
  return {
    supply_token_list: list(detail.supplies),
    ...(detail.rewards && { reward_token_list: list(detail.rewards) }),
  };
}

function withAmount(address: string, rawAmount: bigint, tokenOf: TokenOf) {
  const token = tokenOf(address);
  if (token === undefined) throw new Error(`Unknown token ${address}`);
  return { ...token, amount: amountOf(rawAmount, token.decimals) };
}
