export { rawRequest } from "./testing/rawRequest.ts";
export { recordLines } from "./testing/recordLines.ts";
export { startProcess } from "./testing/startProcess.ts";
export type { TestProcess } from "./testing/startProcess.ts";
export { listLargestRequests } from "./testing/listLargestRequests.ts";
export { listOversized, measureRequests, worstOf } from "./testing/measureRequests.ts";
export { inOneWindow } from "./testing/inOneWindow.ts";
