import type { FunctionRow } from "../functionRow.ts";
import { protocolRow } from "./protocolRow.ts";

const owned = "string name, address owner, uint256 duration, bytes32 secret";

/**
 * Names: registered by a controller, which mints the NFT of another contract. Paid by the call's value; any excess
 * is returned. @see https://docs.ens.domains/registry/eth
 */
const controllerRows: readonly FunctionRow[] = [
  protocolRow("", "function commit(bytes32 commitment)"),
  protocolRow("mint", `function register(${owned}) payable`),
  protocolRow("mint", `function registerWithConfig(${owned}, address resolver, address addr) payable`),
  protocolRow(
    "mint",
    `function register(${owned}, address resolver, bytes[] data, bool reverseRecord, uint16 ownerControlledFuses) payable`,
  ),
  protocolRow(
    "mint",
    "function register((string label, address owner, uint256 duration, bytes32 secret, address resolver, bytes[] data, uint8 reverseRecord, bytes32 referrer) registration) payable",
  ),
  protocolRow("", "function renew(string name, uint256 duration) payable"),
  protocolRow("", "function renew(string name, uint256 duration, bytes32 referrer) payable"),
];

const recordRows: readonly FunctionRow[] = [
  "setName(string name)",
  "setAddr(bytes32 node, address a)",
  "setAddr(bytes32 node, uint256 coinType, bytes a)",
  "setText(bytes32 node, string key, string value)",
  "setContenthash(bytes32 node, bytes hash)",
  "setOwner(bytes32 node, address owner)",
  "setResolver(bytes32 node, address resolver)",
  "setSubnodeOwner(bytes32 node, bytes32 label, address owner)",
  "setSubnodeRecord(bytes32 node, bytes32 label, address owner, address resolver, uint64 ttl)",
  "setRecord(bytes32 node, address owner, address resolver, uint64 ttl)",
  "reclaim(uint256 id, address owner)",
].map((signature) => protocolRow("", `function ${signature}`));

export const ensRows: readonly FunctionRow[] = [...controllerRows, ...recordRows];
