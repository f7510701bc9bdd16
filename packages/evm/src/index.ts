export type { Address, Hash, Hex } from "viem";
export { aggregatorAbi, erc20Abi, erc20Bytes32Abi, multicall3Abi, rebaseAbi, wrappedNativeAbi } from "./abis.ts";
export type { Call } from "./aggregate3.ts";
export { readAllowances, readOperatorApprovals } from "./allowances.ts";
export type { Allowance, AllowanceKey, OperatorKey } from "./allowances.ts";
export {
  addToBloom,
  createBloom,
  equalBlooms,
  inBloom,
  isEmptyBloom,
  isFullBloom,
  mergeBloom,
  readBloom,
} from "./bloom.ts";
export type { Bloom } from "./bloom.ts";
export { callMany } from "./callMany.ts";
export type { PinnedOptions } from "./callMany.ts";
export { chainlinkFeeds } from "./chainlinkFeeds.ts";
export type { ChainlinkFeed } from "./chainlinkFeeds.ts";
export { isBytes, isFixedBytes } from "./isBytes.ts";
export { chains, findChain, getChain } from "./chains.ts";
export type { Chain, Confidence, NativeCoin } from "./chains.ts";
export {
  equals,
  isList,
  isObject,
  quoted,
  scanList,
  scanObject,
  skipSpace,
  skipString,
  skipValue,
} from "./jsonBytes.ts";
export type { JsonBytes } from "./jsonBytes.ts";
export { createLogSpan, getLogsAdaptive, listLogReplies } from "./logs.ts";
export type { LogFilter, LogReply, LogSpan } from "./logs.ts";
export { NATIVE_TOKEN, ZERO_ADDRESS } from "./nativeToken.ts";
export { getPermit2, permit2Abi } from "./permit2.ts";
export { readNftApprovals, readNftBalances } from "./nftBalances.ts";
export type { NftBalanceKey } from "./nftBalances.ts";
export { NFT_URI_MAX, readNftContractMetadata, readNftUris } from "./nftContracts.ts";
export type { NftContractMetadata } from "./nftContracts.ts";
export { readBalances } from "./readBalances.ts";
export type { BalanceKey } from "./readBalances.ts";
export { readMany } from "./readMany.ts";
export type { ResultReader } from "./replyBytes.ts";
export { createRpc } from "./rpc.ts";
export type { Rpc, RpcOptions } from "./rpc.ts";
export type { Question } from "./failover.ts";
export type { OnCall, RpcEvent } from "./rpcEvent.ts";
export {
  EndpointError,
  findCause,
  isLagging,
  isRateLimited,
  isUnsupported,
  RpcCallError,
  WrongChainError,
} from "./rpcErrors.ts";
export { readTokenFacts, readTotalSupplies } from "./tokenFacts.ts";
export type { TokenFacts, TokenStandard } from "./tokenFacts.ts";
export { decodeTokenText, TOKEN_TEXT_MAX } from "./tokenText.ts";
export { readTokenMetadata } from "./tokenMetadata.ts";
export type { TokenMetadata } from "./tokenMetadata.ts";
export { topics } from "./topics.ts";
export { toAmount } from "./units.ts";
