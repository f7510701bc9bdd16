export { findExplorerLists, writeExplorerLists } from "./explorerLists.ts";
export type { StoredLists } from "./explorerLists.ts";
export {
  createExplorerSession,
  deleteExpiredExplorerSessions,
  deleteExplorerSession,
  findExplorerSession,
} from "./explorerSessions.ts";
export { deletePersonalData, readPersonalData } from "./personalData.ts";
export type { PersonalData } from "./personalData.ts";
