import type { Protocol, UserProtocol, UserSimpleProtocol } from "@portico/contract";
import type { Deployed } from "@portico/protocols";
import { renderList } from "../../serialize.ts";
import type { ValuedPosition } from "./valuedPosition.ts";

/** All of an owner's positions in one protocol. Sums are added in the order of the positions. */
export interface OwnedProtocol {
  readonly deployed: Deployed;
  /** Most valuable first. */
  readonly positions: readonly ValuedPosition[];
  readonly assetUsd: number;
  readonly debtUsd: number;
  readonly netUsd: number;
}

type Valued = Pick<OwnedProtocol, "deployed" | "netUsd">;

/** Groups positions by protocol: most valuable first, then by id. */
export function groupByProtocol(found: readonly (readonly [Deployed, readonly ValuedPosition[]])[]): OwnedProtocol[] {
  const groups = Map.groupBy(found, ([deployed]) => deployed);
  const owned = [...groups].map(([deployed, parts]): OwnedProtocol => {
    const positions = parts.flatMap(([, some]) => some).toSorted((a, b) => b.netUsd - a.netUsd);
    const sum = (figure: "assetUsd" | "debtUsd" | "netUsd") => positions.reduce((total, one) => total + one[figure], 0);
    return { deployed, positions, assetUsd: sum("assetUsd"), debtUsd: sum("debtUsd"), netUsd: sum("netUsd") };
  });
  return owned.filter(({ positions }) => positions.length > 0).toSorted(byNet);
}

export const byNet = (a: Valued, b: Valued): number => b.netUsd - a.netUsd || (a.deployed.id < b.deployed.id ? -1 : 1);

/** A protocol in the contract's form; the same object while it is unchanged. */
type ToProtocol = (id: string) => Protocol;

export const toSimpleProtocolResponse = (owned: OwnedProtocol, toProtocol: ToProtocol): UserSimpleProtocol => ({
  ...toProtocol(owned.deployed.id),
  asset_usd_value: owned.assetUsd,
  debt_usd_value: owned.debtUsd,
  net_usd_value: owned.netUsd,
});

export const toUserProtocolsResponse = (owned: readonly OwnedProtocol[], toProtocol: ToProtocol): UserProtocol[] =>
  renderList(
    owned,
    (one) => ({
      ...toSimpleProtocolResponse(one, toProtocol),
      portfolio_item_list: one.positions.map((item) => item.toResponse()),
    }),
    (one) =>
      `${JSON.stringify(toSimpleProtocolResponse(one, toProtocol)).slice(0, -1)},"portfolio_item_list":[${joinTexts(one)}]}`,
  );

export const joinTexts = ({ positions }: Pick<OwnedProtocol, "positions">): string =>
  positions.map(({ text }) => text).join(",");
