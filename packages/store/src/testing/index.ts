export {
  createOnNodes,
  createFilledTemplate,
  createTemplate,
  createTestDatabase,
  dropDatabase,
  startTestPostgres,
  TEST_SHARDS,
} from "./testDatabase.ts";
export type { TestDatabase } from "./testDatabase.ts";
export { makeMemoryFolder } from "./memoryFolder.ts";
export { freePort } from "../postgres/freePort.ts";
export { hasPgBouncer, type PgBouncer, startPgBouncer } from "./pgBouncer.ts";
export { findOtherPostgres, makeDownloadFolder, startOtherPostgres } from "./otherPostgres.ts";
export { startTcpProxy, type TcpProxy } from "./tcpProxy.ts";
export { findImbalances } from "./imbalances.ts";
export { startReplica } from "./startReplica.ts";
export { startCitus } from "./startCitus.ts";
export { emptyEvents, mine, replayEvents, storeMined } from "../ownerEvents/testing/eventScene.ts";
