import type { UserProtocol } from "@portico/contract";
import type { UserProtocol as LiveProtocol } from "@portico/contract/live";
import type { LiveContext } from "./liveForm.ts";

/** The one protocol, without positions if the address has none. */
export const toLiveProtocol = ([owned]: UserProtocol[], { query, getProtocol }: LiveContext): LiveProtocol =>
  (owned ?? {
    ...getProtocol(String(query["protocol_id"])),
    asset_usd_value: 0,
    debt_usd_value: 0,
    net_usd_value: 0,
    portfolio_item_list: [],
  }) as LiveProtocol;
