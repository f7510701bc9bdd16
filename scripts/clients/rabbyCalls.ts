import { ALICE, USDC } from "@portico/api/testing/fillStore";
import type { Shape } from "./misfit.ts";
import * as shapes from "./shapes.ts";

/** A read method of @rabby-wallet/rabby-api: its arguments, and what its types say about the result. */
export interface RabbyCall {
  readonly method: string;
  readonly args: readonly unknown[];
  readonly reads: Shape;
  /** Whether the answer in version 1.0 of the interface doesn't fit, or is an error. */
  readonly isLiveOnly?: boolean;
}

const [AT, ADDRESS] = [1_763_699_000, ALICE];

export const rabbyCalls: readonly RabbyCall[] = [
  { method: "getChainList", args: [], reads: [shapes.CHAIN] },
  { method: "usedChainList", args: [ADDRESS], reads: [shapes.CHAIN] },
  { method: "addrUsedChainList", args: [ADDRESS], reads: [shapes.CHAIN] },
  { method: "getTotalBalance", args: [ADDRESS], reads: shapes.BALANCE },
  { method: "getTotalBalanceV2", args: [{ address: ADDRESS, excluded_chain_ids: ["base"] }], reads: shapes.BALANCE },
  { method: "getNetCurve", args: [ADDRESS, 7], reads: shapes.CURVE, isLiveOnly: true },
  { method: "getToken", args: [ADDRESS, "eth", USDC], reads: shapes.HELD_TOKEN },
  { method: "listToken", args: [ADDRESS, "eth", true], reads: [shapes.HELD_TOKEN], isLiveOnly: true },
  { method: "listToken", args: [ADDRESS, undefined, true], reads: [shapes.HELD_TOKEN], isLiveOnly: true },
  { method: "getCachedTokenList", args: [ADDRESS], reads: [shapes.WALLET_TOKEN], isLiveOnly: true },
  {
    method: "customListToken",
    args: [[`eth:${USDC}`, "base:base"], ADDRESS],
    reads: [shapes.WALLET_TOKEN],
    isLiveOnly: true,
  },
  { method: "searchToken", args: [ADDRESS, "usd", "eth", true], reads: [shapes.WALLET_TOKEN], isLiveOnly: true },
  { method: "searchSwapToken", args: [ADDRESS, "eth", "usd", true], reads: [shapes.WALLET_TOKEN], isLiveOnly: true },
  { method: "batchQueryTokens", args: [[`eth:${USDC}`, "base:base"]], reads: [shapes.TOKEN] },
  { method: "getTokenHistoryDict", args: [{ chainId: "eth", ids: USDC, timeAt: AT }], reads: { [USDC]: "number" } },
  {
    method: "getTokenHistoryPrice",
    args: [{ chainId: "eth", id: USDC, timeAt: AT }],
    reads: { price: "number" },
    isLiveOnly: true,
  },
  { method: "listChainAssets", args: [ADDRESS], reads: [shapes.SUMS], isLiveOnly: true },
  { method: "getProtocolList", args: [ADDRESS], reads: [shapes.PROTOCOL] },
  { method: "getComplexProtocolList", args: [ADDRESS], reads: [shapes.POSITIONS], isLiveOnly: true },
  { method: "getProtocol", args: [{ addr: ADDRESS, id: "aave3" }], reads: shapes.POSITIONS, isLiveOnly: true },
  { method: "listNFT", args: [ADDRESS, true], reads: [shapes.NFT], isLiveOnly: true },
  {
    method: "listTxHisotry",
    args: [{ id: ADDRESS, chain_id: "eth", page_count: 20 }],
    reads: shapes.HISTORY,
    isLiveOnly: true,
  },
  { method: "tokenAuthorizedList", args: [ADDRESS, "eth"], reads: shapes.TOKEN_APPROVALS },
  { method: "tokenAuthorizedList", args: [ADDRESS, "eth", { restfulPrefix: "v2" }], reads: shapes.TOKEN_APPROVALS },
  { method: "userNFTAuthorizedList", args: [ADDRESS, "eth"], reads: shapes.NFT_APPROVALS, isLiveOnly: true },
];
