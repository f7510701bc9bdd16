import { parseAbiItem } from "viem";
import { defineApp } from "../appAdapter.ts";
import { listPredictions } from "./predictions.ts";
import type { PolymarketContracts } from "./polymarketContracts.ts";

const split = parseAbiItem(
  "event PositionSplit(address indexed stakeholder, address collateralToken, bytes32 indexed parentCollectionId, bytes32 indexed conditionId, uint256[] partition, uint256 amount)",
);

/** Prediction markets. */
export const polymarket = defineApp<PolymarketContracts>({
  id: "polymarket",
  name: "Polymarket",
  siteUrl: "https://polymarket.com",
  category: "prediction",
  source: "MATIC_CONTRACTS of @polymarket/clob-client 5.8.1 (MIT)",
  chains: {
    matic: {
      conditionalTokens: "0x4d97dcd97ec945f40cf65f87097ace5ea0476045",
      collateral: "0x2791bca1f2de4661ed88a30c99a7a9449aa84174",
      exchanges: ["0x4bfb41d5b3570defd03c39a9a4d8de6bd8b8982e", "0xc5d563a36ae78145c45a50134d48a1215220f80a"],
      negRiskAdapter: "0xd91e80cf2e7be2e162c6513ced06f1dd0da35296",
    },
  },
  signals: ({ conditionalTokens }) => ({
    nfts: [conditionalTokens],
    events: [
      { event: split, emitters: [conditionalTokens], owners: ["stakeholder"], key: "conditionId" },
      { event: split, emitters: [conditionalTokens], owners: ["stakeholder"], key: "collateralToken" },
    ],
  }),
  listPositions: listPredictions,
});
