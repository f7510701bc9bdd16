import { ALICE, USDC, WETH } from "@portico/api/testing/fillStore";
import { APES } from "@portico/api/testing/startHistoryApi";
import type { Shape } from "./misfit.ts";
import * as shapes from "./shapes.ts";

/** A request of a program whose source is public, and what it reads of the answer. */
export interface Replay {
  readonly client: string;
  /** Path and query, with what the client sends. */
  readonly target: string;
  readonly reads: Shape;
  /** Whether it can't read the answer of version 1.0 of the interface. */
  readonly isLiveOnly?: boolean;
}

const of = (client: string, ...rows: readonly Omit<Replay, "client">[]): Replay[] =>
  rows.map((row) => ({ client, ...row }));

const OWNER = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045"; // mixed case, as programs send it

export const replays: readonly Replay[] = [
  ...of(
    "blockapi",
    { target: "/v1/chain/list", reads: [{ ...(shapes.CHAIN as object), is_support_pre_exec: "boolean" }] },
    { target: "/v1/protocol/all_list", reads: [shapes.PROTOCOL] },
    { target: `/v1/user/all_token_list?id=${OWNER}&is_all=True`, reads: [shapes.HELD_TOKEN], isLiveOnly: true },
    {
      target: `/v1/user/token_list?id=${OWNER}&chain_id=eth&is_all=True`,
      reads: [shapes.HELD_TOKEN],
      isLiveOnly: true,
    },
    { target: `/v1/user/all_complex_protocol_list?id=${OWNER}`, reads: [shapes.POSITIONS] },
    { target: `/v1/user/protocol?id=${OWNER}&protocol_id=aave3`, reads: shapes.POSITIONS, isLiveOnly: true },
    {
      target: `/v1/user/complex_app_list?id=${OWNER}`,
      reads: [{ id: "string", name: "string", portfolio_item_list: [{ position_index: "string" }] }],
    },
    {
      target: "/v1/account/units",
      reads: { balance: "number", stats: [{ usage: "number", remains: "number", date: "string" }] },
    },
  ),
  ...of(
    "mcp-debank",
    { target: `/v1/token/list?chain_id=eth&ids=${USDC},${WETH}`, reads: [shapes.TOKEN] },
    { target: `/v1/token/top_holders?chain_id=eth&id=${USDC}&limit=10`, reads: ["list"] },
    { target: "/v1/protocol/top_holders?id=aave3&limit=10", reads: ["list"] },
    {
      target: `/v1/user/history_list?id=${OWNER}&chain_id=eth&page_count=100`,
      reads: shapes.HISTORY,
      isLiveOnly: true,
    },
    { target: `/v1/user/total_net_curve?id=${OWNER}&chain_ids=`, reads: shapes.CURVE, isLiveOnly: true },
    { target: `/v1/user/chain_net_curve?id=${OWNER}&chain_id=eth`, reads: shapes.CURVE, isLiveOnly: true },
    { target: `/v1/user/token_authorized_list?id=${OWNER}&chain_id=eth`, reads: shapes.TOKEN_APPROVALS },
    { target: `/v1/user/nft_authorized_list?id=${OWNER}&chain_id=eth`, reads: shapes.NFT_APPROVALS, isLiveOnly: true },
  ),
  ...of(
    "debank (LuKks)",
    { target: `/v1/token/top_holders/?chain_id=eth&id=eth&start=2&limit=1`, reads: ["list"] },
    { target: `/v1/user/used_chain_list?id=${OWNER}`, reads: [shapes.CHAIN] },
    { target: `/v1/user/all_simple_protocol_list?id=${OWNER}&chain_ids=eth%2Cbase`, reads: [shapes.SUMS] },
    { target: `/v1/user/all_nft_list?id=${OWNER}`, reads: [shapes.NFT] },
    { target: `/v1/collection/nft_list?id=${APES}&chain_id=eth&start=0&limit=1`, reads: [shapes.NFT] },
  ),
  ...of(
    "debank-mcp servers",
    { target: `/v1/user/token_auth_list?id=${OWNER}&chain_id=eth`, reads: shapes.TOKEN_APPROVALS },
    { target: `/v1/user/nft_auth_list?id=${OWNER}&chain_id=eth`, reads: shapes.NFT_APPROVALS, isLiveOnly: true },
  ),
  ...of(
    "Sure",
    { target: `/v1/user/all_token_list?id=${ALICE}`, reads: [{ amount: "number", price: "number", chain: "string" }] },
    {
      target: `/v1/user/all_complex_protocol_list?id=${ALICE}`,
      reads: [{ name: "string", portfolio_item_list: [{ asset_token_list: [{ amount: "number", price: "number" }] }] }],
    },
  ),
];
