import type { Address } from "@portico/evm";
import type { FunctionRow } from "../functionRow.ts";
import { sendErc1155, targetOf } from "./tokenActions.ts";

interface Batch {
  from: Address;
  to: Address;
  ids: readonly bigint[];
  amounts: readonly bigint[];
}

/** @see https://eips.ethereum.org/EIPS/eip-1155 */
export const erc1155Rows: readonly FunctionRow[] = [
  {
    signature: "function safeTransferFrom(address from, address to, uint256 id, uint256 amount, bytes data)",
    category: "send",
    read: (reading) => {
      const { from, to, id: tokenId, amount: rawAmount } = reading.args;
      return [sendErc1155(from, to, targetOf(reading), { tokenId, rawAmount })];
    },
  },
  {
    signature: "function safeBatchTransferFrom(address from, address to, uint256[] ids, uint256[] amounts, bytes data)",
    category: "send",
    read: (reading) => {
      const { from, to, ids, amounts } = reading.args as Batch;
      if (ids.length !== amounts.length) return []; // it reverts
      const pairs = ids.map((tokenId, index) => ({ tokenId, rawAmount: amounts[index] ?? 0n }));
      return pairs.map((pair) => sendErc1155(from, to, targetOf(reading), pair));
    },
  },
  { signature: "function mint(address to, uint256 id, uint256 amount, bytes data)", category: "mint" },
  { signature: "function mintBatch(address to, uint256[] ids, uint256[] amounts, bytes data)", category: "mint" },
  { signature: "function burn(address from, uint256 id, uint256 amount)", category: "burn" },
  { signature: "function burnBatch(address from, uint256[] ids, uint256[] amounts)", category: "burn" },
];
