import type { Action } from "../action.ts";
import type { FunctionRow, Reading } from "../functionRow.ts";
import { approveErc721, sendErc721, targetOf } from "./tokenActions.ts";

const readSend = (reading: Reading) => [
  sendErc721(reading.args["from"], reading.args["to"], targetOf(reading), reading.args["tokenId"]),
];

/** Approval for all NFTs of a collection. */
const readOperator = (reading: Reading): Action[] => {
  const { owner = reading.actor, operator: spender, approved: isApproved } = reading.args;
  return [{ type: "approve_collection", owner, spender, contract: targetOf(reading), isApproved }];
};

/**
 * The part of ERC-721 that it doesn't share with ERC-20, and the permits of Uniswap V4 positions.
 * @see https://eips.ethereum.org/EIPS/eip-721
 */
export const erc721Rows: readonly FunctionRow[] = [
  {
    signature: "function safeTransferFrom(address from, address to, uint256 tokenId) payable",
    category: "send",
    read: readSend,
  },
  {
    signature: "function safeTransferFrom(address from, address to, uint256 tokenId, bytes data) payable",
    category: "send",
    read: readSend,
  },
  {
    signature: "function setApprovalForAll(address operator, bool approved)", // of ERC-1155 too
    category: "",
    read: readOperator,
  },
  { signature: "function setOperator(address operator, bool approved)", category: "", read: readOperator }, // ERC-6909
  {
    signature:
      "function permitForAll(address owner, address operator, bool approved, uint256 deadline, uint256 nonce, bytes signature) payable",
    category: "",
    read: readOperator,
  },
  {
    signature:
      "function permit(address spender, uint256 tokenId, uint256 deadline, uint256 nonce, bytes signature) payable",
    category: "approve",
    read: (reading) => [
      approveErc721(reading.actor, reading.args["spender"], targetOf(reading), reading.args["tokenId"]),
    ],
  },
  { signature: "function safeMint(address to)", category: "mint" },
  { signature: "function safeMint(address to, uint256 tokenId)", category: "mint" },
  { signature: "function safeMint(address to, string uri)", category: "mint" },
];
