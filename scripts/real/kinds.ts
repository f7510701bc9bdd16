/** Which categories say what really happened; by the kind of a recorded transaction. */
const SAME: Readonly<Record<string, readonly string[]>> = {
  swap: ["swap", "trade_nft"],
  deposit: ["deposit", "supply", "add_liquidity"],
  withdraw: ["withdraw", "remove_liquidity"],
  stake: ["stake", "lock"],
  unstake: ["unstake", "unlock"],
  claim: ["claim"],
  "airdrop claim": ["claim", "airdrop"],
  bridge: ["bridge", "bridge_out", "bridge_in"],
  borrow: ["borrow"],
  repay: ["repay"],
  governance: ["governance", "vote", "propose", "delegate"],
  delegate: ["delegate"],
  migrate: ["migrate"],
  renew: ["renew"],
  order: ["order", "order_placed", "order_filled", "order_cancelled", "cancel"],
  liquidation: ["liquidation", "liquidate"],
  mint: ["mint"],
  burn: ["burn"],
  wrap: ["wrap"],
  unwrap: ["unwrap"],
  approve: ["approve", "revoke"],
  deploy: ["deploy"],
  receive: ["receive"],
  spend: ["send"],
  pay: ["send", "pay"],
  transfer: ["send", "receive"],
  "donate/send": ["donate", "send"],
  "deposit and withdraw": [
    "deposit",
    "withdraw",
    "supply",
    "add_liquidity",
    "remove_liquidity",
    "stake",
    "unstake",
    "migrate",
    "compound",
  ],
  "spend and receive": ["swap", "mint", "trade_nft"],
};

const IN = ["deposit", "supply", "add_liquidity", "stake", "lock", "wrap", "mint"];
const OUT = ["withdraw", "remove_liquidity", "unstake", "unlock", "unwrap", "claim", "burn"];
const GET = ["claim", "airdrop", "receive", "withdraw", "bridge_in", "order_filled", "order_cancelled", "refund"];

/** Which other categories are of the same class. */
const CLASS: Readonly<Record<string, readonly string[]>> = {
  deposit: IN,
  stake: IN,
  wrap: IN,
  mint: IN,
  withdraw: OUT,
  unstake: OUT,
  unwrap: OUT,
  burn: OUT,
  claim: GET,
  "airdrop claim": GET,
  receive: GET,
  spend: ["pay", "donate", "deposit", "stake", "lock"],
  pay: ["donate"],
  borrow: ["supply", "deposit"],
  swap: ["order_filled"],
  migrate: ["swap"],
};

/** Kinds that a category can say; others have no economic meaning. */
export const knownKinds: ReadonlySet<string> = new Set(Object.keys(SAME));

export const isSameKind = (kind: string, category: string): boolean => SAME[kind]?.includes(category) ?? false;

export const isSameClass = (kind: string, category: string): boolean => CLASS[kind]?.includes(category) ?? false;
