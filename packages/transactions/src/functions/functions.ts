import type { Hex } from "@portico/evm";
import { toFunctionSelector } from "viem";
import { type FunctionRow, type KnownFunction, toKnownFunction } from "../functionRow.ts";
import { erc1155Rows } from "./erc1155.ts";
import { erc1363Rows } from "./erc1363.ts";
import { erc20Rows } from "./erc20.ts";
import { erc4337Rows } from "./erc4337.ts";
import { erc721Rows } from "./erc721.ts";
import { erc777Rows } from "./erc777.ts";
import { multicallRows } from "./multicall.ts";
import { permitRows } from "./permit.ts";
import { permit2Rows } from "./permit2.ts";
import { protocolRows } from "./protocols.ts";
import { safeRows } from "./safe.ts";
import { smartAccountRows } from "./smartAccount.ts";
import { wrappedRows } from "./wrapped.ts";

/** Every function with a known meaning: standards first, then protocols. */
export const rows: readonly FunctionRow[] = [
  ...erc20Rows,
  ...erc777Rows,
  ...erc1363Rows,
  ...erc721Rows,
  ...erc1155Rows,
  ...wrappedRows,
  ...permitRows,
  ...permit2Rows,
  ...multicallRows,
  ...safeRows,
  ...smartAccountRows,
  ...erc4337Rows,
  ...protocolRows,
];

let bySelector: ReadonlyMap<Hex, KnownFunction> | undefined;

export function findFunction(selector: Hex): KnownFunction | undefined {
  bySelector ??= new Map(rows.map(toKnownFunction).map((known) => [toFunctionSelector(known.abi), known]));
  return bySelector.get(selector);
}
