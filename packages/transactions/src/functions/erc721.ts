import type { FunctionRow, Reading } from "../functionRow.ts";
import { sendErc721, targetOf } from "./tokenActions.ts";

const readSend = (reading: Reading) => [
  sendErc721(reading.args["from"], reading.args["to"], targetOf(reading), reading.args["tokenId"]),
];

/** What ERC-721 doesn't share with ERC-20. @see https://eips.ethereum.org/EIPS/eip-721 */
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
    read: (reading) => [
      {
        type: "approve_collection",
        owner: reading.actor,
        spender: reading.args["operator"],
        contract: targetOf(reading),
        isApproved: reading.args["approved"],
      },
    ],
  },
  { signature: "function safeMint(address to)", category: "mint" },
  { signature: "function safeMint(address to, uint256 tokenId)", category: "mint" },
  { signature: "function safeMint(address to, string uri)", category: "mint" },
];
