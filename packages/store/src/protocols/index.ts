/** Public exports of this folder. */
export { listProtocolChecks, writeProtocolChecks, type ProtocolCheck } from "./protocolChecks.ts";
export {
  addEmitters,
  deleteClassification,
  listIdentifiedNfts,
  listIdentifyingProtocols,
  listIdentifyVersions,
  listProtocolContracts,
  listRecheckable,
  listUnclassified,
  setIdentifyVersion,
  writeProtocolContracts,
} from "./protocolContracts.ts";
export type { IdentifiedNfts, ProtocolContract } from "./protocolContracts.ts";
export { readProtocolHolders } from "./protocolHolders.ts";
export {
  countHolders,
  listControllerPools,
  listPoolRows,
  listProtocolPools,
  listProtocolRows,
  noteProtocolError,
  replacePools,
} from "./protocolStats.ts";
export type { PoolReceipt, PoolRow, ProtocolRow } from "./protocolStats.ts";
export { listProtocolSwitches, setProtocolOff, type SwitchedProtocol } from "./protocolSwitches.ts";
