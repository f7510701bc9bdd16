export * from "./accounts/accessKey.ts";
export * from "./accounts/accessKeys.ts";
export {
  createAccount,
  findAccount,
  findAccountByOwner,
  listAccounts,
  setAccountDisabled,
  setOperator,
} from "./accounts/accounts.ts";
export type { Account, AccountPage, NewAccount } from "./accounts/accounts.ts";
export * from "./accounts/accountFigures.ts";
export * from "./approvals/approvalNfts.ts";
export * from "./approvals/approvalRead.ts";
export * from "./approvals/approvals.ts";
export * from "./balances/balances.ts";
export * from "./chains/blocks.ts";
export { selectReach, toReach } from "./chains/chainReach.ts";
export type { ReachRow } from "./chains/chainReach.ts";
export { listCatalogueCollections, listCatalogueContracts, listCatalogueTokens } from "./tokens/catalogue.ts";
export type { CatalogueCollection, CatalogueContract, CatalogueKey, CataloguePage } from "./tokens/catalogue.ts";
export * from "./chains/chainStatus.ts";
export * from "./chains/chains.ts";
export * from "./notifications/channels.ts";
export { listContractProtocols } from "./contracts/contractProtocols.ts";
export * from "./contracts/contracts.ts";
export { assertDevnetNodes } from "./deployment/assertDevnetNodes.ts";
export {
  assertSameNetwork,
  claimForDevnet,
  claimForPublic,
  DevnetDatabaseError,
  findDeployment,
  PublicDatabaseError,
  setDeployment,
} from "./deployment/deployment.ts";
export type { Deployment } from "./deployment/deployment.ts";
export { disableDevnet } from "./deployment/disableDevnet.ts";
export type { DisabledDevnet } from "./deployment/disableDevnet.ts";
export * from "./contracts/functionSignatures.ts";
export type { HistoryLeg, HistoryRead, HistoryTransaction, StoredTransaction } from "./history/historyRead.ts";
export * from "./chains/holdChain.ts";
export * from "./balances/heldBalances.ts";
export { listContractFacts, listNftFacts } from "./history/historyFacts.ts";
export type { ChainAddress, ContractFacts } from "./history/historyFacts.ts";
export * from "./prices/httpPrices.ts";
export { isLoopbackHost } from "./deployment/isLoopbackHost.ts";
export * from "./accounts/keyTouches.ts";
export * from "./messages/inbox.ts";
export { isAllKnown } from "./chains/isAllKnown.ts";
export { assertLease, LeaseLostError, releaseLease, takeLease } from "./processes/lease.ts";
export type { Lease } from "./processes/lease.ts";
export * from "./processes/leaseProcesses.ts";
export { createLegRows } from "./history/legRows.ts";
export type { LegRows, TransferBytes } from "./history/legRows.ts";
export * from "./history/leg.ts";
export * from "./history/legs.ts";
export * from "./notifications/listen.ts";
export * from "./approvals/operatorApprovals.ts";
export * from "./messages/messages.ts";
export * from "./database/connectionFacts.ts";
export * from "./database/isReadOnly.ts";
export { MigrationError } from "./migrations/migrationError.ts";
export * from "./migrations/migrationState.ts";
export * from "./operator/operatorCounts.ts";
export * from "./operator/serverFacts.ts";
export * from "./messages/messageRetention.ts";
export * from "./messages/messageStatus.ts";
export * from "./messages/messageWebhooks.ts";
export * from "./approvals/nftApprovalList.ts";
export * from "./approvals/nftApprovals.ts";
export * from "./nfts/nftBalances.ts";
export * from "./nfts/nftContracts.ts";
export * from "./nfts/nftList.ts";
export * from "./nfts/nftMetadata.ts";
export { findNftPictures } from "./nfts/nftPictures.ts";
export * from "./reorg/nftRewind.ts";
export * from "./nfts/nftSales.ts";
export { listNftStandards } from "./nfts/nftStandards.ts";
export type { NftStandard } from "./nfts/nftStandards.ts";
export type {
  NftPlace,
  PortfolioReach,
  PortfolioRead,
  PositionNft,
  PositionRow,
  ReadTouch,
} from "./portfolio/portfolioRead.ts";
export * from "./history/position.ts";
export { POINT_SECONDS, writePositionReads } from "./positions/positionReads.ts";
export type { PositionReading } from "./positions/positionReads.ts";
export * from "./prices/priceClock.ts";
export * from "./prices/priceObservations.ts";
export * from "./prices/pricePoints.ts";
export * from "./prices/priceSources.ts";
export * from "./prices/priceWalk.ts";
export * from "./prices/prices.ts";
export * from "./prices/readClose.ts";
export {
  forgetClassification,
  listIdentifyVersions,
  listProtocolContracts,
  listUnclassified,
  setIdentifyVersion,
  writeProtocolContracts,
} from "./protocols/protocolContracts.ts";
export type { ProtocolContract } from "./protocols/protocolContracts.ts";
export {
  countHolders,
  listControllerPools,
  listPoolRows,
  listProtocolRows,
  noteProtocolError,
  replacePools,
} from "./protocols/protocolStats.ts";
export type { PoolRow, ProtocolRow, ProtocolStats } from "./protocols/protocolStats.ts";
export * from "./protocols/protocolSwitches.ts";
export * from "./portfolio/readCurve.ts";
export * from "./history/readHistory.ts";
export * from "./balances/readOwner.ts";
export { NFTS_MAX, TOUCHES_MAX } from "./portfolio/portfolioStatement.ts";
export { readPortfolio, readPortfolios } from "./portfolio/readPortfolio.ts";
export type { PortfolioQuery } from "./portfolio/readPortfolio.ts";
export * from "./reorg/rewind.ts";
export * from "./processes/rpcRates.ts";
export * from "./balances/sights.ts";
export * from "./balances/staleBalances.ts";
export { moveSubject } from "./accounts/moveSubject.ts";
export { contractSubject, keySubject, parseSubject, readSubject } from "./accounts/subject.ts";
export type { Subject, SubjectParts } from "./accounts/subject.ts";
export * from "./tokens/tokenLists.ts";
export * from "./tokens/tokenQueues.ts";
export * from "./tokens/token.ts";
export * from "./tokens/tokens.ts";
export * from "./tokens/tokenWrites.ts";
export * from "./balances/topHolders.ts";
export { listOwnerTouches, listTouchedOwners, listTouchedPlaces, upsertTouches } from "./positions/touches.ts";
export type { TouchedQuery, TouchRow } from "./positions/touches.ts";
export * from "./history/transactions.ts";
export * from "./billing/unitLeases.ts";
export * from "./billing/unitLedger.ts";
export * from "./billing/unitPrices.ts";
export { reapLeases } from "./billing/unitReaper.ts";
export { reportUnits } from "./billing/unitReports.ts";
export type { ReportedLease, UnitDelta, UnitReport } from "./billing/unitReports.ts";
export * from "./billing/unitUsage.ts";
export * from "./balances/writeBalances.ts";
export { closeDatabase, getPoolFigures, inTransaction, openDatabase, REQUEST_ANSWER_MS } from "./database/database.ts";
export type { PoolFigures, Store } from "./database/database.ts";
export type { NftAttribute, NftCollection, NftFacts, NftMetadata } from "./nfts/nftFacts.ts";
export type { NftId, NftKey } from "./nfts/nftKeys.ts";
export type { Address, Hex } from "./encoding/bytea.ts";
export { migrate } from "./migrations/migrate.ts";
export { findPostgresBinary } from "./postgres/binaries.ts";
export { startPostgres } from "./postgres/startPostgres.ts";
export type { Postgres, PostgresOptions } from "./postgres/startPostgres.ts";
export type { Database } from "./database/schema.ts";

export { copyRows } from "./encoding/copyRows.ts";
export type { EncodedRows } from "./encoding/copyRows.ts";

export { isDatabaseAway } from "./database/databaseAway.ts";
export * from "./oauth/connectKeys.ts";
export * from "./oauth/consents.ts";
export * from "./accounts/dashboardSessions.ts";
export * from "./social/follows.ts";
export * from "./oauth/loginLimits.ts";
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
} from "./oauth/oauthArtifacts.ts";
export type { Artifact, ArtifactKey, Bearer, NewArtifact } from "./oauth/oauthArtifacts.ts";
export * from "./oauth/oauthClients.ts";
export * from "./oauth/oauthRedirectUris.ts";
export * from "./oauth/ownedApps.ts";
export * from "./social/profiles.ts";
export * from "./oauth/siweChallenges.ts";
