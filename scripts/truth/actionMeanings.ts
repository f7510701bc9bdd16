import {
  type ScenarioTransaction,
  AAVE_V3,
  APES,
  CONDITIONAL_TOKENS,
  MARKETPLACE,
  STETH,
  STOREFRONT,
  uniswapV2Deployments,
  VAULT,
} from "@portico/devnet";
import {
  V3,
  V2,
  AAVE,
  FARM,
  WRAPPED,
  LIDO,
  COLLECTION,
  MARKET,
  TOKEN,
  PERMISSIONS,
  PREDICTION,
  PAYMENTS,
  ANY,
  readCall,
} from "./actionFunctions.ts";
import { call, pay, deploy, lower, type Meaning, type Row } from "./meaning.ts";

type Kind = (action: ScenarioTransaction) => Meaning;

const by =
  (rows: Record<string, Row>): Kind =>
  (action) =>
    readCall(rows, action);
/** Set-up transactions of the treasury: their functions need no explanation. */
const setUp =
  (rows: Record<string, Row>): Kind =>
  (action) => {
    try {
      return readCall({ ...TOKEN, ...rows }, action);
    } catch {
      return { category: UNKNOWN, actions: [] };
    }
  };

/** No expectation. */
export const UNKNOWN = "?";

/** By action name. A missing entry fails the test. */
export const actionMeanings: Record<string, Kind> = {
  "set up tokens": setUp(WRAPPED),
  "set up ens": setUp({}),
  "set up chainlink": setUp({}),
  "set up uniswap2": setUp(V2),
  "set up uniswap3": setUp(V3),
  "set up vaults": setUp({ deposit: (action) => call(action, "supply") }),
  "set up lido": setUp(LIDO),
  "set up farms": setUp(FARM),
  "set up aave3 core": setUp({}),
  "set up aave3": setUp(AAVE),
  "run a constructor": pay,
  "approve arbitrage": by(TOKEN),
  "fund people": (action) => (action.data === "0x" ? pay(action) : readCall(TOKEN, action)),
  "report a price": ANY,
  "trade back": (action) =>
    action.to === uniswapV2Deployments[action.chain].router ? readCall(V2, action) : readCall(V3, action),
  rebase: ANY,
  "pay yields": (action) => (action.to === STETH ? ANY(action) : readCall(TOKEN, action)),
  "give shares": (action) => (action.to === VAULT ? call(action, "supply") : readCall(TOKEN, action)),
  "give to the demo owner": (action) => {
    if (action.data === "0x") return pay(action);
    return readCall(action.to === APES || action.to === STOREFRONT ? COLLECTION : TOKEN, action);
  },
  "approve before": by(TOKEN),
  "open to the marketplace before": by(COLLECTION),
  "transfer native": pay,
  "transfer token": by(TOKEN),
  "transfer a nonstandard token": by(TOKEN),
  "transfer too much": by(TOKEN),
  "disperse coins": by(PAYMENTS),
  "disperse tokens": by(PAYMENTS),
  "create a wallet": by(PAYMENTS),
  "pay from a wallet": by(PAYMENTS),
  "pay at the second attempt": by(PAYMENTS),
  "launch a firework": deploy,
  "pay in vain": pay,
  wrap: by(WRAPPED),
  unwrap: by(WRAPPED),
  "trade on V2": by(V2),
  "trade on V3": by(V3),
  "add to V2": by(V2),
  "remove from V2": by(V2),
  "mint a V3 position": by(V3),
  "decrease a V3 position": by(V3),
  "supply to Aave": by(AAVE),
  "borrow from Aave": by(AAVE),
  "repay Aave": by(AAVE),
  "withdraw from Aave": by(AAVE),
  "claim rewards of Aave": by(AAVE),
  "stake a V2 share": by(FARM),
  "unstake a V2 share": by(FARM),
  "claim from a farm": by(FARM),
  "stake coins": by(LIDO),
  "wrap staked coins": by(LIDO),
  "unwrap staked coins": by(LIDO),
  approve: by(TOKEN),
  "raise an approval": by(TOKEN),
  revoke: by(TOKEN),
  "approve by Permit2": by(PERMISSIONS),
  "revoke by Permit2": by(PERMISSIONS),
  "spend an allowance": by(TOKEN),
  "spend by Permit2": by(PERMISSIONS),
  "mint an ERC-721 token": by(COLLECTION),
  "mint ERC-1155 tokens": by(COLLECTION),
  "mint a batch of ERC-1155 tokens": by(COLLECTION),
  "send one kind of ERC-1155 token": by(COLLECTION),
  "send ERC-1155 tokens": by(COLLECTION),
  "burn ERC-1155 tokens": by(COLLECTION),
  "approve all ERC-1155 tokens": by(COLLECTION),
  "send an ERC-721 token": by(COLLECTION),
  "burn an ERC-721 token": by(COLLECTION),
  "approve an ERC-721 token": by(COLLECTION),
  "approve all ERC-721 tokens": by(COLLECTION),
  "breed a kitty": by(COLLECTION),
  "send a kitty": by(COLLECTION),
  "approve a kitty": by(COLLECTION),
  "offer an ERC-721 token": by(MARKET),
  "buy an ERC-721 token": by(MARKET),
  "the treasury supplies to Aave and borrows, and rewards those who supply USDC": (action) => {
    if (lower(action.to ?? "") === lower(AAVE_V3.pool)) return readCall(AAVE, action);
    return lower(action.to ?? "") === lower(AAVE_V3.emissionManager) ? ANY(action) : readCall(TOKEN, action);
  },
  "nonstandard tokens are created, and the gallery": deploy,
  "nonstandard tokens are given to the first users": by(TOKEN),
  "the demo owner approves nonstandard tokens, and raises one of the approvals": by(TOKEN),
  "pictures are hung in the gallery": by(COLLECTION),
  "pictures are offered for coins, wrapped coins and USDC": (action) =>
    readCall(action.to === MARKETPLACE ? MARKET : COLLECTION, action),
  "the demo owner buys them": by(MARKET),
  "a nonstandard token is rebased by 1234567000000000": ANY,
  "a nonstandard token is rebased by -3210987000000000": ANY,
  "a token's implementation is replaced": ANY,
  "the demo owner burns, approves and sends pictures": by(COLLECTION),
  "the demo owner permits within Permit2": by(PERMISSIONS),
  "approvals by signature (EIP-2612)": by(TOKEN),
  "a permission within Permit2 by signature": by(PERMISSIONS),
  "questions are opened": (action) => (action.to === CONDITIONAL_TOKENS ? ANY(action) : readCall(TOKEN, action)),
  "users split collateral": by(PREDICTION),
  "users pass shares on": by(COLLECTION),
  "users merge shares": by(PREDICTION),
  "questions end": ANY,
  "users redeem shares": by(PREDICTION),
};
