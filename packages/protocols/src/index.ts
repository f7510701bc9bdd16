export type { Adapter, Identity, OwnerState, Signals, Interaction } from "./adapter.ts";
export { nameByCreator, nameContract } from "./contractNames/contractNames.ts";
export type { ContractName } from "./contractNames/contractNames.ts";
export { findApp, listApps, listDeployedApps } from "./apps/apps.ts";
export { findDeployed, findDeployedAt, listDeployed } from "./deployed.ts";
export type { Deployed } from "./deployed.ts";
export type {
  Amount,
  Depositors,
  NftAmount,
  PoolKey,
  PoolState,
  Position,
  PositionDetail,
  Supply,
} from "./position.ts";
export { createChainReader, openContext } from "./chainReader.ts";
export type { ChainReading, PositionQuery } from "./chainReader.ts";
export type { Memory, Reader } from "./reader.ts";
export { decodeInteractions, listSignalTopics } from "./interactions.ts";
export { listSafeSingletons, safe } from "./safe/safe.ts";
export { isOfState, readPositionsText, writePositions } from "./positionJson.ts";
export type { PositionRecord } from "./positionJson.ts";
export { toProtocolId } from "./deployed.ts";
export { useOf } from "./contractNames/protocolUse.ts";
