export * from "./accessKey.ts";
export * from "./accessKeys.ts";
export {
  createAccount,
  findAccount,
  findAccountByOwner,
  listAccounts,
  setAccountDisabled,
  setOperator,
} from "./accounts.ts";
export type { Account, AccountPage, NewAccount } from "./accounts.ts";
export * from "./accountFigures.ts";
export * from "./approvalNfts.ts";
export * from "./approvalRead.ts";
export * from "./approvals.ts";
export * from "./balances.ts";
export * from "./blocks.ts";
export { selectReach, toReach } from "./chainReach.ts";
export type { ReachRow } from "./chainReach.ts";
export { listCatalogueCollections, listCatalogueContracts, listCatalogueTokens } from "./catalogue.ts";
export type { CatalogueCollection, CatalogueContract, CatalogueKey, CataloguePage } from "./catalogue.ts";
export * from "./chainStatus.ts";
export * from "./chains.ts";
export * from "./channels.ts";
export { listContractProtocols } from "./contractProtocols.ts";
export * from "./contracts.ts";
export { assertDevnetNodes } from "./assertDevnetNodes.ts";
export {
  assertSameNetwork,
  claimForDevnet,
  claimForPublic,
  DevnetDatabaseError,
  findDeployment,
  PublicDatabaseError,
  setDeployment,
} from "./deployment.ts";
export type { Deployment } from "./deployment.ts";
export { disableDevnet } from "./disableDevnet.ts";
export type { DisabledDevnet } from "./disableDevnet.ts";
export * from "./functionSignatures.ts";
export type { HistoryLeg, HistoryRead, HistoryTransaction, StoredTransaction } from "./historyRead.ts";
export * from "./holdChain.ts";
export * from "./heldBalances.ts";
export { listContractFacts, listNftFacts } from "./historyFacts.ts";
export type { ChainAddress, ContractFacts } from "./historyFacts.ts";
export * from "./httpPrices.ts";
export { isLoopbackHost } from "./isLoopbackHost.ts";
export * from "./keyTouches.ts";
export * from "./inbox.ts";
export { isAllKnown } from "./isAllKnown.ts";
export { assertLease, LeaseLostError, releaseLease, takeLease } from "./lease.ts";
export type { Lease } from "./lease.ts";
export * from "./leaseProcesses.ts";
export { createLegRows } from "./legRows.ts";
export type { LegRows, TransferBytes } from "./legRows.ts";
export * from "./legs.ts";
export * from "./listen.ts";
export * from "./operatorApprovals.ts";
export * from "./messages.ts";
export * from "./connectionFacts.ts";
export * from "./isReadOnly.ts";
export { MigrationError } from "./migrationError.ts";
export * from "./migrationState.ts";
export * from "./operatorCounts.ts";
export * from "./serverFacts.ts";
export * from "./messageRetention.ts";
export * from "./messageStatus.ts";
export * from "./messageWebhooks.ts";
export * from "./nftApprovalList.ts";
export * from "./nftApprovals.ts";
export * from "./nftBalances.ts";
export * from "./nftContracts.ts";
export * from "./nftList.ts";
export * from "./nftMetadata.ts";
export { findNftPictures } from "./nftPictures.ts";
export * from "./nftRewind.ts";
export * from "./nftSales.ts";
export { listNftStandards } from "./nftStandards.ts";
export type { NftStandard } from "./nftStandards.ts";
export type { NftPlace, PortfolioReach, PortfolioRead, PositionNft, PositionRow, ReadTouch } from "./portfolioRead.ts";
export * from "./position.ts";
export { POINT_SECONDS, writePositionReads } from "./positionReads.ts";
export type { PositionReading } from "./positionReads.ts";
export * from "./priceClock.ts";
export * from "./priceObservations.ts";
export * from "./pricePoints.ts";
export * from "./priceSources.ts";
export * from "./priceWalk.ts";
export * from "./prices.ts";
export * from "./readClose.ts";
export {
  forgetClassification,
  listIdentifyVersions,
  listProtocolContracts,
  listUnclassified,
  setIdentifyVersion,
  writeProtocolContracts,
} from "./protocolContracts.ts";
export type { ProtocolContract } from "./protocolContracts.ts";
export {
  countHolders,
  listControllerPools,
  listPoolRows,
  listProtocolRows,
  noteProtocolError,
  replacePools,
} from "./protocolStats.ts";
export type { PoolRow, ProtocolRow, ProtocolStats } from "./protocolStats.ts";
export * from "./protocolSwitches.ts";
export * from "./readCurve.ts";
export * from "./readHistory.ts";
export * from "./readOwner.ts";
export { NFTS_MAX, TOUCHES_MAX } from "./portfolioStatement.ts";
export { readPortfolio, readPortfolios } from "./readPortfolio.ts";
export type { PortfolioQuery } from "./readPortfolio.ts";
export * from "./rewind.ts";
export * from "./rpcRates.ts";
export * from "./sights.ts";
export * from "./staleBalances.ts";
export { moveSubject } from "./moveSubject.ts";
export { contractSubject, keySubject, parseSubject, readSubject } from "./subject.ts";
export type { Subject, SubjectParts } from "./subject.ts";
export * from "./tokenLists.ts";
export * from "./tokenQueues.ts";
export * from "./tokens.ts";
export * from "./tokenWrites.ts";
export * from "./topHolders.ts";
export { listOwnerTouches, listTouchedOwners, listTouchedPlaces, upsertTouches } from "./touches.ts";
export type { TouchedQuery, TouchRow } from "./touches.ts";
export * from "./transactions.ts";
export * from "./unitLeases.ts";
export * from "./unitLedger.ts";
export * from "./unitPrices.ts";
export { reapLeases } from "./unitReaper.ts";
export { reportUnits } from "./unitReports.ts";
export type { ReportedLease, UnitDelta, UnitReport } from "./unitReports.ts";
export * from "./unitUsage.ts";
export * from "./writeBalances.ts";
export { closeDatabase, getPoolFigures, inTransaction, openDatabase, REQUEST_ANSWER_MS } from "./database.ts";
export type { PoolFigures, Store } from "./database.ts";
export type { NftAttribute, NftCollection, NftFacts, NftMetadata } from "./nftFacts.ts";
export type { NftId, NftKey } from "./nftKeys.ts";
export type { Address, Hex } from "./bytea.ts";
export { migrate } from "./migrate.ts";
export { findPostgresBinary } from "./postgres/binaries.ts";
export { startPostgres } from "./postgres/startPostgres.ts";
export type { Postgres, PostgresOptions } from "./postgres/startPostgres.ts";
export type { Database } from "./schema.ts";

export { copyRows } from "./copyRows.ts";
export type { EncodedRows } from "./copyRows.ts";

export { isDatabaseAway } from "./databaseAway.ts";
export * from "./connectKeys.ts";
export * from "./consents.ts";
export * from "./dashboardSessions.ts";
export * from "./follows.ts";
export * from "./loginLimits.ts";
export {
  changeArtifact,
  claimDecision,
  consumeArtifact,
  deleteArtifact,
  deleteArtifactsOfGrant,
  deleteExpired,
  findArtifact,
  findArtifactByUid,
  findBearer,
  revokeGrant,
  revokeGrantOf,
  updateArtifact,
  upsertArtifact,
} from "./oauthArtifacts.ts";
export type { Artifact, ArtifactKey, Bearer, NewArtifact } from "./oauthArtifacts.ts";
export * from "./oauthClients.ts";
export * from "./oauthRedirectUris.ts";
export * from "./ownedApps.ts";
export * from "./profiles.ts";
export * from "./siweChallenges.ts";
