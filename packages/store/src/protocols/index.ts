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
export {
  countHolders,
  listControllerPools,
  listPoolRows,
  listProtocolRows,
  noteProtocolError,
  replacePools,
} from "./protocolStats.ts";
export type { PoolRow, ProtocolRow } from "./protocolStats.ts";
export { listProtocolSwitches, setProtocolOff, type SwitchedProtocol } from "./protocolSwitches.ts";
