import {
  type Deed,
  AAVE_V3,
  APES,
  CONDITIONAL_TOKENS,
  MARKETPLACE,
  STETH,
  STOREFRONT,
  uniswapV2Deployments,
  VAULT,
} from "@portico/pocket";
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
} from "./deedFunctions.ts";
import { call, pay, deploy, lower, type Meaning, type Row } from "./meaning.ts";

type Kind = (deed: Deed) => Meaning;

const by =
  (rows: Record<string, Row>): Kind =>
  (deed) =>
    readCall(rows, deed);
/** Set-up transactions of the treasury: their functions need no explanation. */
const setUp =
  (rows: Record<string, Row>): Kind =>
  (deed) => {
    try {
      return readCall({ ...TOKEN, ...rows }, deed);
    } catch {
      return { category: UNKNOWN, actions: [] };
    }
  };

/** No expectation. */
export const UNKNOWN = "?";

/** By action name. A missing entry fails the test. */
export const deedMeanings: Record<string, Kind> = {
  "set up tokens": setUp(WRAPPED),
  "set up chainlink": setUp({}),
  "set up uniswap2": setUp(V2),
  "set up uniswap3": setUp(V3),
  "set up vaults": setUp({ deposit: (deed) => call(deed, "supply") }),
  "set up lido": setUp(LIDO),
  "set up farms": setUp(FARM),
  "set up aave3 core": setUp({}),
  "set up aave3": setUp(AAVE),
  "run a constructor": pay,
  "approve arbitrage": by(TOKEN),
  "fund people": (deed) => (deed.data === "0x" ? pay(deed) : readCall(TOKEN, deed)),
  "report a price": ANY,
  "trade back": (deed) =>
    deed.to === uniswapV2Deployments[deed.chain].router ? readCall(V2, deed) : readCall(V3, deed),
  rebase: ANY,
  "pay yields": (deed) => (deed.to === STETH ? ANY(deed) : readCall(TOKEN, deed)),
  "give shares": (deed) => (deed.to === VAULT ? call(deed, "supply") : readCall(TOKEN, deed)),
  "give to the demo owner": (deed) => {
    if (deed.data === "0x") return pay(deed);
    return readCall(deed.to === APES || deed.to === STOREFRONT ? COLLECTION : TOKEN, deed);
  },
  "approve before": by(TOKEN),
  "open to the marketplace before": by(COLLECTION),
  "transfer native": pay,
  "transfer token": by(TOKEN),
  "transfer an odd token": by(TOKEN),
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
  "the treasury supplies to Aave and borrows, and rewards those who supply USDC": (deed) => {
    if (lower(deed.to ?? "") === lower(AAVE_V3.pool)) return readCall(AAVE, deed);
    return lower(deed.to ?? "") === lower(AAVE_V3.emissionManager) ? ANY(deed) : readCall(TOKEN, deed);
  },
  "odd tokens are created, and the gallery": deploy,
  "odd tokens are given to the first people": by(TOKEN),
  "the demo owner approves odd tokens, and raises one of the approvals": by(TOKEN),
  "pictures are hung in the gallery": by(COLLECTION),
  "pictures are offered for coins, wrapped coins and USDC": (deed) =>
    readCall(deed.to === MARKETPLACE ? MARKET : COLLECTION, deed),
  "the demo owner buys them": by(MARKET),
  "an odd token is rebased by 1234567000000000": ANY,
  "an odd token is rebased by -3210987000000000": ANY,
  "a token's implementation is replaced": ANY,
  "the demo owner burns, approves and sends pictures": by(COLLECTION),
  "the demo owner permits within Permit2": by(PERMISSIONS),
  "approvals by signature (EIP-2612)": by(TOKEN),
  "a permission within Permit2 by signature": by(PERMISSIONS),
  "questions are opened": (deed) => (deed.to === CONDITIONAL_TOKENS ? ANY(deed) : readCall(TOKEN, deed)),
  "people split collateral": by(PREDICTION),
  "people pass shares on": by(COLLECTION),
  "people merge shares": by(PREDICTION),
  "questions end": ANY,
  "people redeem shares": by(PREDICTION),
};
