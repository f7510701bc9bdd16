import type { FunctionRow } from "../functionRow.ts";
import { ZERO_ADDRESS } from "@portico/evm";
import { readRow, valueOf } from "./protocolRow.ts";

/**
 * Functions with equal names and arguments in pairs, positions, NFTs and coins. `mint()` and `mint(uint256)` are among
 * Compound's.
 */
export const mintRows: readonly FunctionRow[] = [
  // A pair is an ERC-20 that mints its shares to the liquidity provider.
  readRow("function mint(address to) payable", (_, reading) => ({
    category: reading.knowledge.findStandard(reading.call.to ?? ZERO_ADDRESS) === "erc20" ? "add_liquidity" : "mint",
    sends: valueOf(reading),
  })),
  {
    signature: "function burn(uint256 value) payable",
    category: "burn",
    read: ({ args, actor, call, knowledge }) => {
      const contract = call.to ?? ZERO_ADDRESS;
      const standard = knowledge.findStandard(contract);
      const from = { from: actor, to: ZERO_ADDRESS };
      if (standard === "erc721") {
        const nft = { contract, tokenId: args["value"], rawAmount: 1n, isErc1155: false };
        return [
          { type: "call", from: actor, to: contract, category: "burn", sends: [], receives: [] },
          { type: "send_nft", ...from, nft },
        ];
      }
      const sends = standard === "erc20" ? [{ token: contract, rawAmount: args["value"] }] : [];
      return [{ type: "call", from: actor, to: contract, category: "burn", sends, receives: [] }];
    },
  },
];
