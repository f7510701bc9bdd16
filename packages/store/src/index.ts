export * from "./pastReaders.ts";
export { hashAccessKey, isAccessKey, mintAccessKey } from "./accounts/accessKey.ts";
export {
  createAccessKey,
  ensureAccessKey,
  findAccessKey,
  findAccessKeyById,
  listAccessKeys,
  revokeAccessKey,
  rotateAccessKey,
  setWalletEnabled,
  updateAccessKey,
} from "./accounts/accessKeys.ts";
export type { AccessKey, NewAccessKey } from "./accounts/accessKeys.ts";
export { readAccountFigures, renameAccount } from "./accounts/accountFigures.ts";
export {
  createAccount,
  findAccount,
  findAccountByOwner,
  listAccounts,
  setAccountDisabled,
  setOperator,
} from "./accounts/accounts.ts";
export type { Account } from "./accounts/accounts.ts";
export {
  createDashboardSession,
  deleteAccountSessions,
  deleteDashboardSession,
  deleteExpiredSessions,
  findDashboardSession,
  setActingAccount,
} from "./accounts/dashboardSessions.ts";
export type { DashboardSession } from "./accounts/dashboardSessions.ts";
export { recordKeyUses } from "./accounts/keyUses.ts";
export { moveSubject } from "./accounts/moveSubject.ts";
export { contractSubject, keySubject, parseSubject, readSubject, type Subject } from "./accounts/subject.ts";
export { readNftApprovals, type NftApprovalsRead, type NftOperator } from "./approvals/approvalNfts.ts";
export { readApprovals, type Approval } from "./approvals/approvalRead.ts";
export {
  deleteOldApprovals,
  listApprovalKeys,
  SPENDERS_FOLLOWED,
  upsertApprovals,
  writeAllowances,
} from "./approvals/approvals.ts";
export type { AllowanceRead, ApprovalChange, ApprovalKey } from "./approvals/approvals.ts";
export { listNftApprovals, type NftApproval } from "./approvals/nftApprovalList.ts";
export { listNftApprovalKeys, upsertNftApprovals, writeNftApprovals } from "./approvals/nftApprovals.ts";
export type { NftApprovalChange } from "./approvals/nftApprovals.ts";
export {
  listOperatorContracts,
  markOperatorsStale,
  takeStaleOperatorApprovals,
  upsertOperatorApprovals,
  writeOperatorApprovals,
} from "./approvals/operatorApprovals.ts";
export type { OperatorApprovalChange, OperatorApprovalKey, OperatorPair } from "./approvals/operatorApprovals.ts";
export * from "./alerts/index.ts";
export * from "./backup/index.ts";
export * from "./explorer/index.ts";
export { findBalance, listBalances, type Balance } from "./balances/balances.ts";
export { listHeld, sumTopBalances } from "./balances/heldBalances.ts";
export { readBalanceLedger, type CoinLedger, type ResidualEntry } from "./balances/readBalanceLedger.ts";
export { ReadBalance, readOwner, readOwnerUse } from "./balances/readOwner.ts";
export type { ChainSyncStatus, HistoryStatus, LedgerStatus } from "./chains/chainSyncStatus.ts";
export { requestInitialScan, deleteScansOfOtherLists, hasPendingReads } from "./balances/initialScans.ts";
export {
  listPartialScans,
  listPendingScans,
  listStoredPairs,
  INITIAL_SCAN_LIMITS,
  notifyWaiting,
  writeInitialScans,
} from "./balances/initialScans.ts";
export { noteLedgerCoverage, type LedgerCoverage } from "./balances/ledgerCoverage.ts";
export { listResiduals } from "./balances/residuals.ts";
export { insertFeeRecipients, toFeeSpan, type FeeRecipient } from "./chains/feeRecipients.ts";
export { markHoldersStale, markNamedStale, markPairsStale, takeStale } from "./balances/staleBalances.ts";
export { countStale, listHolders, type Pair, type StalePair } from "./balances/staleBalances.ts";
export { markDrifting, type AnnouncedRebase } from "./balances/tokenDrift.ts";
export { readTopHolders, type Holder, type HolderQuery } from "./balances/topHolders.ts";
export { insertTokenLogs, type TokenLog } from "./balances/tokenLogs.ts";
export { writeBalances, type BalanceRead } from "./balances/writeBalances.ts";
export { growLease, type LeaseState } from "./billing/unitLeases.ts";
export { BalanceTooLowError, grantUnits, listLedger, type LedgerEntry } from "./billing/unitLedger.ts";
export { listUnitPrices, MAX_UNITS, removeUnitPrice, setUnitPrice, type UnitPrice } from "./billing/unitPrices.ts";
export { reapLeases } from "./billing/unitReaper.ts";
export { reportUnits, type ReportedLease, type UnitDelta, type UnitReport } from "./billing/unitReports.ts";
export { listUsage, readUnits, type UnitsRead, type UsageGroup, type UsageRow } from "./billing/unitUsage.ts";
export { copyBlocks, encodeBlocks, findBlockAfter, findBlockAt, hasOtherBlock } from "./chains/blocks.ts";
export { listBlocksBefore } from "./chains/blocks.ts";
export { listChainStatus, writeChainStatus, type ChainWorkStatus, type WorkPhase } from "./chains/chainStatus.ts";
export {
  advanceChain,
  ensureChainState,
  findChainState,
  listChainStates,
  lockCursor,
  OtherChainError,
} from "./chains/chains.ts";
export type { BlockRef, ChainState } from "./chains/chains.ts";
export * from "./owners/index.ts";
export { holdChain } from "./chains/holdChain.ts";
export { isFullyIndexed } from "./chains/isFullyIndexed.ts";
export { listUnreadAccounts, queueAccountCodes, requestAccountCodes } from "./contracts/accountCodes.ts";
export { readAccountCodes, writeAccountCodes } from "./contracts/accountCodes.ts";
export { listUnreadLinks, markContractLinksStale, writeContractLinks } from "./contracts/contractLinks.ts";
export { findLinkScan, listLinkCandidates, queueContractLinks, type BlockSpan } from "./contracts/contractLinkScan.ts";
export { listContractProtocols } from "./contracts/contractProtocols.ts";
export { listContracts, upsertContracts, type NewContract } from "./contracts/contracts.ts";
export {
  countFunctionSignatures,
  deleteFunctionSignatures,
  importFunctionSignatures,
  listFunctionSignatures,
} from "./contracts/functionSignatures.ts";
export type { FunctionSignature } from "./contracts/functionSignatures.ts";
export { readConnectionInfo } from "./database/connectionInfo.ts";
export { closeDatabase, getPoolFigures, inTransaction, openDatabase, REQUEST_ANSWER_MS } from "./database/database.ts";
export type { Store } from "./database/database.ts";
export { isDatabaseAway } from "./database/databaseAway.ts";
export { isReadOnly } from "./database/isReadOnly.ts";
export { assertDevnetNodes } from "./deployment/assertDevnetNodes.ts";
export {
  assertSameNetwork,
  claimForDevnet,
  claimForPublic,
  DevnetDatabaseError,
  findDeployment,
  setDeployment,
} from "./deployment/deployment.ts";
export { disableDevnet } from "./deployment/disableDevnet.ts";
export { isLoopbackHost } from "./deployment/isLoopbackHost.ts";
export type { Address, Hex } from "./encoding/bytea.ts";
export { copyMissingRows, copyRows, type EncodedRows } from "./encoding/copyRows.ts";
export { listBlockTransactions, type BlockTransaction } from "./history/blockTransactions.ts";
export { listContractMetadata, listNftDetails } from "./history/historyMetadata.ts";
export { listWrapRepairs, repairWraps, type WrapLogs, type WrapRepair } from "./history/wrapRepairs.ts";
export type { ChainAddress, ContractMetadata } from "./history/historyMetadata.ts";
export type { HistoryLeg, HistoryTransaction } from "./history/historyRead.ts";
export type { Leg } from "./history/leg.ts";
export { analyzeLegs, deferLegKey, ensureLegKey, hasLegKey } from "./history/legKey.ts";
export { createLegRows, type LegRows, type OwnerSet, type TransferBytes } from "./history/legRows.ts";
export { copyLegs, copyMissingLegs, replaceFewerLegs } from "./history/legs.ts";
export { readLegWindows, type LegWindow } from "./history/legWindows.ts";
export { listMintsAndBurns, type TransactionParty } from "./history/mintsAndBurns.ts";
export { AFTER_TRANSACTIONS, BACKWARDS, encodePosition, LegKind } from "./history/position.ts";
export { findTransaction, readHistory, type HistoryQuery } from "./history/readHistory.ts";
export { copyTransactions, encodeTransactions, type Transaction } from "./history/transactions.ts";
export * from "./messages/index.ts";
export * from "./migrations/index.ts";
export { countStaleNfts, deleteNftBalances, markNftsStale } from "./nfts/nftBalances.ts";
export { takeStaleNfts, writeNftBalances } from "./nfts/nftBalances.ts";
export { describeNftContracts, listContractsToDescribe, markNftContractsStale } from "./nfts/nftContracts.ts";
export type { NftAttribute, NftDetails, NftMetadata } from "./nfts/nftDetails.ts";
export type { NftId, NftKey } from "./nfts/nftKeys.ts";
export { listNfts, readOwnerNfts, type OwnedNft, type OwnerNftRead } from "./nfts/nftList.ts";
export { refreshNfts, type NftRefresh } from "./nfts/nftRefresh.ts";
export { claimNfts, ensureNfts, writeNftOutcomes, type NftOutcome, type NftTask } from "./nfts/nftMetadata.ts";
export { listUntracedNftContracts, writeNftOrigins } from "./nfts/nftOrigins.ts";
export { claimCollections, writeCollectionImages } from "./nfts/collectionImages.ts";
export type { CollectionImage, CollectionTask } from "./nfts/collectionImages.ts";
export { listLowestSales } from "./nfts/lowestSales.ts";
export { findCollectionPictures, findNftPictures } from "./nfts/nftPictures.ts";
export { insertSales, listSales, type NftSale } from "./nfts/nftSales.ts";
export { listNftStandards } from "./nfts/nftStandards.ts";
export * from "./notifications/index.ts";
export * from "./oauth/index.ts";
export { MAX_COUNTED, readOperatorCounts, type OperatorCounts } from "./operator/operatorCounts.ts";
export { readServerInfo, type ServerInfo } from "./operator/serverInfo.ts";
export * from "./portfolio/index.ts";
export { writePositionReads, type PositionReading } from "./positions/positionReads.ts";
export { addIdentifiedEvents, advanceEventScan, findEventScan, registerEvents } from "./positions/eventScans.ts";
export { listOwnerInteractions, listInteractedOwners, listInteractedContracts } from "./positions/interactions.ts";
export { listContractsInUse, listIdentifiedInteractions, upsertInteractions } from "./positions/interactions.ts";
export type { InteractionRow } from "./positions/interactions.ts";
export * from "./ownerEvents/index.ts";
export { findPostgresBinary } from "./postgres/binaries.ts";
export { startPostgres, type Postgres, type PostgresOptions } from "./postgres/startPostgres.ts";
export { HTTP_PRICE_SECONDS, listHttpPrices, listUnpricedTokens, writeHttpPrices } from "./prices/httpPrices.ts";
export type { HttpPrice } from "./prices/httpPrices.ts";
export {
  addPriceBackfills,
  advancePriceBackfills,
  listBackfilledTokens,
  listPriceBackfills,
  listUnpricedTimes,
  restartPriceBackfills,
} from "./prices/priceBackfills.ts";
export type { PriceBackfill } from "./prices/priceBackfills.ts";
export { listExchangeRates, replaceExchangeRates } from "./prices/exchangeRates.ts";
export type { ExchangeRate } from "./prices/exchangeRates.ts";
export { findPriceClock, writePriceClock, type PriceClock } from "./prices/priceClock.ts";
export { insertObservations, listLastObservations, listObservationsBetween } from "./prices/priceObservations.ts";
export type { PriceObservation } from "./prices/priceObservations.ts";
export {
  findPointAt,
  listPointsBetween,
  MARK_SECONDS,
  thinPricePoints,
  writePricePoints,
} from "./prices/pricePoints.ts";
export type { PricePoint } from "./prices/pricePoints.ts";
export { listPriceSources, upsertPriceSources, type PriceSource, type PriceSourceKind } from "./prices/priceSources.ts";
export { addZeroPoints, findBlockByTime, findFirstBlock, findFirstObservedAt, listFlows } from "./prices/priceWalk.ts";
export { listNewestPoints, lockPriceClock, sumFlows, type Flow } from "./prices/priceWalk.ts";
export { listPrices, listPricesByToken, refreshDayAgo, replacePrices, type Price } from "./prices/prices.ts";
export { readClose, type CloseRead } from "./prices/readClose.ts";
export { createEndpointProfiles } from "./processes/endpointProfiles.ts";
export { assertLease, LeaseLostError, releaseLease, takeLease, type Lease } from "./processes/lease.ts";
export { beat, deleteProcess, readLeases, type LeaseView } from "./processes/leaseProcesses.ts";
export { createRpcRates } from "./processes/rpcRates.ts";
export * from "./distribution/index.ts";
export * from "./protocols/index.ts";
export * from "./rebuild/index.ts";
export * from "./replicas/index.ts";
export { rewindChain } from "./reorg/rewind.ts";
export * from "./requests/index.ts";
export * from "./retention/index.ts";
export * from "./subscriptions/index.ts";
export * from "./team/index.ts";
export * from "./unitRequests/index.ts";
export { follow, isFollowing, listFollowers, listFollowing, unfollow, type FollowPage } from "./social/follows.ts";
export { findProfile, listProfiles, upsertProfile, type Profile, type ProfileLink } from "./social/profiles.ts";
export { searchVerifiedTokens } from "./tokens/searchVerifiedTokens.ts";
export { listContractNfts } from "./nfts/listContractNfts.ts";
export { listCatalogueCollections, listCatalogueContracts, listCatalogueTokens } from "./tokens/catalogue.ts";
export type { CatalogueCollection, CatalogueKey, CataloguePage } from "./tokens/catalogue.ts";
export { unknownToken, type Token } from "./tokens/token.ts";
export {
  applyTokenList,
  listCoreTokens,
  listListedTokens,
  listVerifiedSymbols,
  type ListedToken,
} from "./tokens/tokenLists.ts";
export { listStaleTokens, listUndescribedTokens, listUntracedTokens, writeOrigins } from "./tokens/tokenQueues.ts";
export type { TokenOrigin } from "./tokens/tokenQueues.ts";
export { activateTwin, addKnownTwins, addTwinSightings, listActiveTwins } from "./tokens/tokenTwins.ts";
export type { TokenTwin, TwinSighting } from "./tokens/tokenTwins.ts";
export { listSharedHolders, listTwinCandidates, refuseTwin, type TwinCandidate } from "./tokens/twinCandidates.ts";
export { upsertTokens, writeJudgements, writeSupplies } from "./tokens/tokenWrites.ts";
export { findToken, listDescribedAfter, listTokenPage, listTokens, listTokensByAddress } from "./tokens/tokens.ts";
