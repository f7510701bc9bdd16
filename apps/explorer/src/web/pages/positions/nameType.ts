import { plainText } from "@portico/ui/browser";
import { t } from "../../languages/t.ts";

/** The types of positions that the service tells, by their names in its responses. */
const TYPES = {
  Lending: "positions.type_lending",
  "Liquidity Pool": "positions.type_pool",
  Staked: "positions.type_staked",
  Rewards: "positions.type_rewards",
  Farming: "positions.type_farming",
  Yield: "positions.type_yield",
  Locked: "positions.type_locked",
  Deposit: "positions.type_deposit",
  Vesting: "positions.type_vesting",
  Perpetuals: "positions.type_perpetuals",
  Governance: "positions.type_governance",
  Investment: "positions.type_investment",
  "Leveraged Farming": "positions.type_leveraged",
  "NFT Staked": "positions.type_nftStaked",
  Prediction: "positions.type_prediction",
} as const;

const NAME_LENGTH = 40;

/** A position's type in the language that is shown; as it is told if it is none of those known. */
export const nameType = (name: string): string =>
  Object.hasOwn(TYPES, name) ? t(TYPES[name as keyof typeof TYPES]) : plainText(name, NAME_LENGTH);
