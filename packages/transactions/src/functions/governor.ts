import type { FunctionRow } from "../functionRow.ts";
import { protocolRow } from "./protocolRow.ts";

/** Votes move nothing. @see https://docs.openzeppelin.com/contracts/governance; Governor Bravo has the same names */
export const governorRows: readonly FunctionRow[] = [
  "castVote(uint256 proposalId, uint8 support)",
  "castVoteWithReason(uint256 proposalId, uint8 support, string reason)",
  "castVoteWithReasonAndParams(uint256 proposalId, uint8 support, string reason, bytes params)",
  "castVoteBySig(uint256 proposalId, uint8 support, uint8 v, bytes32 r, bytes32 s)",
  "propose(address[] targets, uint256[] values, bytes[] calldatas, string description)",
  "propose(address[] targets, uint256[] values, string[] signatures, bytes[] calldatas, string description)",
  "queue(uint256 proposalId)",
  "queue(address[] targets, uint256[] values, bytes[] calldatas, bytes32 descriptionHash)",
  "execute(uint256 proposalId) payable",
  "execute(address[] targets, uint256[] values, bytes[] calldatas, bytes32 descriptionHash) payable",
  "cancel(uint256 proposalId)",
  "cancel(address[] targets, uint256[] values, bytes[] calldatas, bytes32 descriptionHash)",
  "delegate(address delegatee)",
  "delegateBySig(address delegatee, uint256 nonce, uint256 expiry, uint8 v, bytes32 r, bytes32 s)",
].map((signature) => protocolRow("", `function ${signature}`));
