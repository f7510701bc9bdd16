export type { Adapter, EventSignal, Identity, OwnerState, Signals, Interaction } from "./adapter.ts";
export { isOperatorRow, listOwnAddresses, listRows } from "./catalogue/catalogue.ts";
export { addOperatorCatalogue } from "./catalogue/operatorCatalogue.ts";
export { checkRow, readCodes } from "./catalogue/checkRow.ts";
export type { CatalogueRow } from "./catalogue/catalogueRow.ts";
export type { ContractName, NamePointer } from "./contractNames/contractNames.ts";
export { createContractNames } from "./contractNames/createContractNames.ts";
export type { ContractNames, OperatorName } from "./contractNames/createContractNames.ts";
export { PROTOCOL_USES } from "./contractNames/protocolUse.ts";
export { findApp, listApps, listDeployedApps } from "./apps/apps.ts";
export {
  addCatalogue,
  findDeployed,
  findDeployedAt,
  isListed,
  listDeployed,
  listParts,
  listTabledNfts,
} from "./deployed.ts";
export type { Deployed } from "./deployed.ts";
export type {
  Amount,
  Depositors,
  NftAmount,
  PoolKey,
  PoolState,
  Position,
  PositionRange,
  PositionDetail,
  Supply,
} from "./position.ts";
export { createChainReader, openContext } from "./chainReader.ts";
export type { ChainReading, PositionQuery } from "./chainReader.ts";
export type { Memory, Reader } from "./reader.ts";
export { decodeInteractions, listIdentifiedEvents, listSignalEvents, listSignalTopics } from "./interactions.ts";
export { listSafeSingletons, safe } from "./safe/safe.ts";
export { isText, parseRows, refuseRepeated } from "./rows/parseRows.ts";
export type { RowFields } from "./rows/parseRows.ts";
export { readRowsFile } from "./rows/readRowsFile.ts";
export { isOfState, readPositionsText, writePositions } from "./positionJson.ts";
export type { PositionRecord } from "./positionJson.ts";
export { toProtocolId } from "./deployed.ts";
export { toProtocolKey } from "./contractNames/protocolUse.ts";
export { unwrapPositions } from "./unwrapPositions.ts";
export type { Unwrapping } from "./unwrapPositions.ts";
export { findParentChain, findRollupSide } from "./rollups/rollups.ts";
