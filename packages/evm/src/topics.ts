import { toEventSelector } from "viem";

/** First topics of indexed events. */
export const topics = {
  transfer: toEventSelector("Transfer(address,address,uint256)"),
  /** WETH9 and its copies emit these two for wraps and unwraps, without a Transfer. */
  wrappedDeposit: toEventSelector("Deposit(address,uint256)"),
  wrappedWithdrawal: toEventSelector("Withdrawal(address,uint256)"),
  /** Ampleforth's, copied by rebasing tokens: every holder's balance changes without a Transfer. */
  logRebase: toEventSelector("LogRebase(uint256,uint256)"),
  /** Lido's report: a rebase of staked ether. */
  tokenRebased: toEventSelector("TokenRebased(uint256,uint256,uint256,uint256,uint256,uint256,uint256)"),
  /** EIP-1967: a proxy's implementation changed. */
  upgraded: toEventSelector("Upgraded(address)"),
  /** ERC-1155. */
  transferSingle: toEventSelector("TransferSingle(address,address,address,uint256,uint256)"),
  transferBatch: toEventSelector("TransferBatch(address,address,address,uint256[],uint256[])"),
  /** CryptoPunks, whose Transfer has no id. */
  punkAssign: toEventSelector("Assign(address,uint256)"),
  punkTransfer: toEventSelector("PunkTransfer(address,address,uint256)"),
  punkBought: toEventSelector("PunkBought(uint256,uint256,address,address)"),
  /** ERC-4906, for one NFT and for a range. */
  metadataUpdate: toEventSelector("MetadataUpdate(uint256)"),
  batchMetadataUpdate: toEventSelector("BatchMetadataUpdate(uint256,uint256)"),
  /** ERC-1155. */
  uri: toEventSelector("URI(string,uint256)"),
  /** Of ERC-20 and ERC-721. */
  approval: toEventSelector("Approval(address,address,uint256)"),
  /** Of ERC-721 and ERC-1155. */
  approvalForAll: toEventSelector("ApprovalForAll(address,address,bool)"),
  permit2Approval: toEventSelector("Approval(address,address,address,uint160,uint48)"),
  permit2Permit: toEventSelector("Permit(address,address,address,uint160,uint48,uint48)"),
  permit2Lockdown: toEventSelector("Lockdown(address,address,address)"),
  /** Uniswap V2's pair: its reserves changed. */
  v2Sync: toEventSelector("Sync(uint112,uint112)"),
  /** Uniswap V3's pool: its initial price, and the price after a swap. PancakeSwap's Swap has two more fields. */
  v3Initialize: toEventSelector("Initialize(uint160,int24)"),
  v3Swap: toEventSelector("Swap(address,address,int256,int256,uint160,uint128,int24)"),
  pancakeV3Swap: toEventSelector("Swap(address,address,int256,int256,uint160,uint128,int24,uint128,uint128)"),
  /** Chainlink's aggregator: a new round. */
  answerUpdated: toEventSelector("AnswerUpdated(int256,uint256,uint256)"),
  /** Polygon's nodes, for each transfer of value: token, from, to; amount and four balances. */
  logTransfer: toEventSelector("LogTransfer(address,address,address,uint256,uint256,uint256,uint256,uint256)"),
  /** Gnosis: a bridge creates coins for a receiver. */
  addedReceiver: toEventSelector("AddedReceiver(uint256,address,address)"),
  /** DSToken's, without a Transfer; other contracts have events of this name. */
  mint: toEventSelector("Mint(address,uint256)"),
  burn: toEventSelector("Burn(address,uint256)"),
  /** Golem's, and copied: an old token's owner, the contract that issues the new one, the amount. */
  migrate: toEventSelector("Migrate(address,address,uint256)"),
  /** ERC-4626. */
  vaultDeposit: toEventSelector("Deposit(address,address,uint256,uint256)"),
  vaultWithdraw: toEventSelector("Withdraw(address,address,address,uint256,uint256)"),
} as const;
