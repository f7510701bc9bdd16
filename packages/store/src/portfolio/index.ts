export { findFirstMovement } from "./findFirstMovement.ts";
export type { NftContractRef, PortfolioSyncStatus, PortfolioRead, PositionRow } from "./portfolioRead.ts";
export { NFTS_MAX, MAX_INTERACTIONS } from "./portfolioStatement.ts";
export { readCurve, type CurvePast, type CurveRead, type PositionPoint } from "./readCurve.ts";
export { readPortfolio } from "./readPortfolio.ts";
export { MAX_MOVEMENT_LEGS, readMovements } from "./readMovements.ts";
export type { Movement, MovementRead } from "./readMovements.ts";
