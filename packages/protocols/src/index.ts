export { defineAdapter } from "./adapter.ts";
export type {
  Adapter,
  EventSignal,
  Identity,
  OwnerContext,
  OwnerFacts,
  PoolContext,
  ReadContext,
  Signals,
  Touch,
} from "./adapter.ts";
export { adapters } from "./adapters.ts";
export { defineApp } from "./apps/appAdapter.ts";
export type { AppAdapter, DeployedApp } from "./apps/appAdapter.ts";
export { findApp, listApps, listDeployedApps } from "./apps/apps.ts";
export { findDeployed, findDeployedAt, listDeployed, toProtocolId } from "./deployed.ts";
export type { Deployed } from "./deployed.ts";
export type {
  Amount,
  Depositors,
  NftAmount,
  PoolKey,
  PoolState,
  Position,
  PositionDetail,
  PositionName,
  Supply,
} from "./position.ts";
export { createChainReader, openContext, readPositions } from "./readPositions.ts";
export type { ChainReading, PositionQuery, PositionReading, ReadBlock } from "./readPositions.ts";
export { ReadError } from "./reader.ts";
export type { Memory, Reader } from "./reader.ts";
export { decodeTouches, listSignalTopics } from "./touches.ts";
export type { OwnerTouch, SignalLog } from "./touches.ts";
export { listSafeSingletons } from "./safe/safe.ts";
export { isOfFacts, readPositionsText, writePositions } from "./positionJson.ts";
export type { PositionRecord } from "./positionJson.ts";
