import { ZERO_ADDRESS, type Address } from "@portico/evm";
import { safe, toProtocolId } from "@portico/protocols";
import type { HistoryTransaction } from "@portico/store";
import { listCalls, type DecodedCall } from "@portico/transactions";
import { toFunctionSignature } from "viem";
import { isOwnName, type ContractProtocol } from "../protocols/contractProtocol.ts";
import { APPROVALS, MOVES } from "./legKinds.ts";
import { listEvents } from "./movements.ts";
import type { PageMetadata } from "./pageMetadata.ts";

/** Functions of tokens that say nothing of the token's protocol. */
const TOKEN_FUNCTIONS = new Set([
  "approve",
  "transfer",
  "transferFrom",
  "increaseAllowance",
  "decreaseAllowance",
  "permit",
]);

/**
 * The protocols that a transaction was done with, the most certain first, each once: of the called contracts, outermost
 * first; of those that something moved to or from, or if nothing moved, that were allowed something; of the tokens that
 * were minted or burnt; of contracts whose logs name the owner; and of infrastructure, such as Safe, that served the call.
 */
export function listItemProtocols(
  owner: Address,
  transaction: HistoryTransaction,
  metadata: PageMetadata,
): ContractProtocol[] {
  const { chain, legs } = transaction;
  const nameOf = (address: Address) => (address === owner ? undefined : metadata.protocolOf(chain, address));
  const moved = legs.filter(({ kind }) => MOVES.has(kind));
  const allowed = legs.filter(({ kind }) => APPROVALS.has(kind));
  const parties = (moved.length > 0 ? moved : allowed).map(({ counterparty }) => counterparty);
  const issued = moved.filter(({ counterparty }) => counterparty === ZERO_ADDRESS).map(({ token }) => token);
  const { call } = metadata.callOf(transaction);
  const called = (call === undefined ? [] : listCalls(call)).flatMap((one) => nameCalled(one, nameOf));
  const others = parties.flatMap((party) => named(nameOf(party)));
  const issuers = issued.flatMap((token) => nameOf(token) ?? []).filter(({ kind }) => kind !== "token");
  const emitters = listEvents(legs).flatMap(({ contract }) => nameOf(contract) ?? []);
  const all = [...called, ...others, ...issuers, ...emitters, ...nameSafe(owner, transaction, call)];
  const ranked = [
    ...all.filter(({ kind }) => kind === "contract"),
    ...all.filter(({ kind }) => kind === "token"),
    ...all.filter(({ kind }) => kind === "infrastructure"),
  ];
  return [...new Map(ranked.map((protocol) => [protocol.id, protocol])).values()];
}

function nameCalled(call: DecodedCall, nameOf: (address: Address) => ContractProtocol | undefined): ContractProtocol[] {
  const protocol = call.to === undefined || call.input === "0x" ? undefined : nameOf(call.to);
  if (protocol === undefined) return call.to === undefined ? [] : named(nameOf(call.to));
  return protocol.kind === "token" && TOKEN_FUNCTIONS.has(call.function?.name ?? "") ? [] : [protocol];
}

const SAFE_TRANSACTION = "execTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes)";

/**
 * Every Safe is a contract of its own: it is known by its function, whose ten arguments decode to the last byte. Of whom
 * a Safe pays it says nothing.
 */
function nameSafe(
  owner: Address,
  { chain, sender }: HistoryTransaction,
  call: DecodedCall | undefined,
): ContractProtocol[] {
  if (call?.function === undefined || toFunctionSignature(call.function) !== SAFE_TRANSACTION) return [];
  if (sender !== owner && call.to !== owner) return [];
  const id = toProtocolId(chain, safe.id);
  return [{ id, name: safe.name, siteUrl: safe.siteUrl, kind: "infrastructure", source: "call" }];
}

/** Whom something is transferred to or from, unless that is a token, or somebody's own contract, such as a Safe. */
const named = (protocol: ContractProtocol | undefined): ContractProtocol[] =>
  protocol === undefined || protocol.kind === "token" || isSomebodys(protocol) ? [] : [protocol];

const isSomebodys = (protocol: ContractProtocol): boolean => protocol.kind === "infrastructure" && !isOwnName(protocol);
