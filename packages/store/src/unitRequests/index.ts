export { createUnitRequest, decideUnitRequest, listUnitRequests } from "./unitRequests.ts";
export type { UnitDecision, UnitRequest } from "./unitRequests.ts";
