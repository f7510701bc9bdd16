export { createUnitRequest, decideUnitRequest, listUnitRequests } from "./unitRequests.ts";
export type { UnitRequest } from "./unitRequests.ts";
