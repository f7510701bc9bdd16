export { rawRequest } from "./testing/rawRequest.ts";
export { recordLines } from "./testing/recordLines.ts";
export { startProcess } from "./testing/startProcess.ts";
export type { TestProcess } from "./testing/startProcess.ts";
