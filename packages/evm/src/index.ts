export type { Address, Hash, Hex } from "viem";
export {
  aggregatorAbi,
  aggregatorProxyAbi,
  aTokenAbi,
  erc20Abi,
  erc4626Abi,
  multicall3Abi,
  v2FactoryAbi,
  v2PairAbi,
  v3FactoryAbi,
  v3PoolAbi,
  wrappedNativeAbi,
} from "./abis.ts";
export type { Call } from "./aggregate3.ts";
export { readAllowances, readOperatorApprovals } from "./allowances.ts";
export { max, min } from "./bigints.ts";
export {
  addToBloom,
  createBloom,
  equalBlooms,
  hasAddress,
  inBloom,
  isEmptyBloom,
  isFullBloom,
  mergeBloom,
  readBloom,
} from "./bloom.ts";
export type { Bloom } from "./bloom.ts";
export { ByteTable, equalBytes, viewOf } from "./byteTable.ts";
export { createCallRates, RATE_RULES } from "./callRates.ts";
export type { CallRates } from "./callRates.ts";
export { callMany } from "./callMany.ts";
export { collectYoung } from "./collectYoung.ts";
export { readHasCode } from "./readHasCode.ts";
export { runInBackground } from "./background.ts";
export type { PinnedOptions } from "./callMany.ts";
export { chainlinkFeeds } from "./chainlinkFeeds.ts";
export type { ChainFeeds, ChainlinkFeed } from "./chainlinkFeeds.ts";
export { listTwinTokens, type TwinTokens } from "./twinTokens.ts";
export { listQuietTokens } from "./quietTokens.ts";
export { createFallbackRates } from "./fallbackRates.ts";
export { isBytes, isHash } from "./isBytes.ts";
export { findDelegate, isContractCode } from "./accountCode.ts";
export { chains, findChain, getChain, nameChain } from "./chains.ts";
export type { Chain } from "./chains.ts";
export { coinRulesOf } from "./coinRules.ts";
export type { CoinRules } from "./coinRules.ts";
export { coinIds, findCoin, findCoinOf } from "./coins.ts";
export { currencyNames, listCurrencyFeeds, type CurrencyFeed } from "./currencyFeeds.ts";
export { feeCollectorsOf } from "./feeCollectors.ts";
export { developmentWallets } from "./developmentWallets.ts";
export {
  equals,
  isList,
  isObject,
  quoted,
  readText,
  scanList,
  scanObject,
  skipSpace,
  skipString,
  skipValue,
} from "./jsonBytes.ts";
export type { JsonBytes, MemberVisitor } from "./jsonBytes.ts";
export { readContractLinks } from "./contractLinks/readContractLinks.ts";
export { findNormalName } from "./ens/isNormalName.ts";
export { readNamedAddresses } from "./ens/readNamedAddresses.ts";
export { readPrimaryNames } from "./ens/readPrimaryNames.ts";
export { estimateGas } from "./gasMarket/estimateGas.ts";
export type { GasLevel } from "./gasMarket/estimateGas.ts";
export { readGasHead } from "./gasMarket/readGasHead.ts";
export { readGasMarket } from "./gasMarket/readGasMarket.ts";
export type { GasMarket } from "./gasMarket/readGasMarket.ts";
export { countHexBytes, readFixedHex, readQuantity } from "./jsonHex.ts";
export { createLogSpan, getLogsAdaptive, growSpan, isRangeRefused, listLogReplies, shrinkSpan } from "./logs.ts";
export type { LogFilter, LogReply, LogSpan } from "./logs.ts";
export { createMemberFinder } from "./memberFinder.ts";
export { NATIVE_TOKEN, ZERO_ADDRESS } from "./nativeToken.ts";
export { getPermit2, permit2Abi } from "./permit2.ts";
export { listEarlyNfts } from "./earlyNfts.ts";
export type { EarlyNftContract } from "./earlyNfts.ts";
export { readNftApprovals, readNftBalances } from "./nftBalances.ts";
export { readContractUris, readNftContractMetadata, readNftUris } from "./nftContracts.ts";
export { listPoolFactories, V3_FEES } from "./poolFactories.ts";
export { hasTrustedRate, listAaveTokens, listRateTokens } from "./rateTokens.ts";
export { ACCOUNTS_PER_CALL, readAccountStates } from "./readAccountStates.ts";
export { readBalances } from "./readBalances.ts";
export { canReadBalanceTable, readBalanceTable } from "./readBalanceTable.ts";
export type { BalanceTable } from "./balanceTableProgram.ts";
export type { PinnedBlock } from "./pinnedBlock.ts";
export type { BalanceKey } from "./readBalances.ts";
export { readMany } from "./readMany.ts";
export { parseHistoryVariable, readHistoryUrls } from "./readHistoryUrls.ts";
export type { HistoryUrls } from "./readHistoryUrls.ts";
export { parseRpcVariable, readRpcUrls } from "./readRpcUrls.ts";
export type { ChainUrls, RpcLimits } from "./readRpcUrls.ts";
export type { ResultReader } from "./replyBytes.ts";
export { basicAuthorization } from "./basicAuthorization.ts";
export { LIMIT_LIFETIME_MS } from "./profile/learnedLimit.ts";
export type { EndpointProfiles, LearnedLimit } from "./profile/learnedLimit.ts";
export type { NodeLimits } from "./profile/nodeLimits.ts";
export { createRpc } from "./rpc.ts";
export type { Rpc, RpcOptions } from "./rpc.ts";
export type { RpcEvent } from "./rpcEvent.ts";
export {
  EndpointError,
  findCause,
  isLagging,
  isPruned,
  isRateLimited,
  isUnsupported,
  RpcCallError,
  WrongChainError,
} from "./rpcErrors.ts";
export { readTraceAbility } from "./simulate/traceAbility.ts";
export { canTraceTransactions } from "./canTraceTransactions.ts";
export { readNewestBlock } from "./simulate/newestBlock.ts";
export { simulate } from "./simulate/simulate.ts";
export { CannotSimulateError } from "./simulate/simulation.ts";
export type { BalanceChanges, SimulatedTransaction, SimulationOutcome, SimulationWay } from "./simulate/simulation.ts";
export { readTokenDetails, readTotalSupplies } from "./tokenDetails.ts";
export { readTokenMetadata } from "./tokenMetadata.ts";
export { topics } from "./topics.ts";
export { toAmount } from "./units.ts";
export { isNodeFault } from "./isNodeFault.ts";
