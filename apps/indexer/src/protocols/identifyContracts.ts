import { isNodeFault } from "@portico/evm";
import type { Address } from "@portico/evm";
import { createChainReader, isOperatorRow, listParts, openContext } from "@portico/protocols";
import type { ChainReading, Deployed, Reader } from "@portico/protocols";
import type { ProtocolContract } from "@portico/store";
import { findRowOf, sortClaims } from "./sortClaims.ts";
import type { Claim } from "./sortClaims.ts";

/** Adapters' identification of contracts. */
export interface Identification {
  /** In order of precedence: the first claim of a contract counts. */
  found: ProtocolContract[];
  /** Of adapters that failed, by protocol id: their results are unknown. */
  errors: Map<string, unknown>;
}

/** What identifies contracts in one go: an adapter, or all forks that are identified by the same function. */
interface Identifier {
  protocols: readonly Deployed[];
  /** Of several forks: each alone. */
  forks?: readonly Identifier[];
  identify(reading: ChainReading, reader: Reader, candidates: readonly Address[]): Promise<Claim[]>;
}

/**
 * Calls every adapter with these contracts, all at once, to find those of its protocol. Forks are called together, so
 * their number costs nothing. One that fails is called again alone, with fewer and fewer of them: a contract that makes
 * it fail is not its protocol's, and one that fails at most of them is left out; of forks only those that fail alone.
 * @throws the node's error if no adapter gets a response.
 */
export async function identifyContracts(
  reading: ChainReading,
  deployed: readonly Deployed[],
  candidates: readonly Address[],
): Promise<Identification> {
  const reader = createChainReader(reading);
  const identifiers = listIdentifiers(deployed);
  const results = await Promise.allSettled(identifiers.map((one) => one.identify(reading, reader, candidates)));
  const failures: unknown[] = [];
  const errors = new Map<string, unknown>();
  const answers = await Promise.all(
    identifiers.map(async (one, index): Promise<Claim[]> => {
      const answer = results[index]!;
      if (answer.status === "fulfilled") return answer.value;
      const retried = await identifyEach(reading, one, candidates);
      if (!("error" in retried)) return retried.claims;
      failures.push(retried.error);
      const forks = isNodeFault(retried.error) ? undefined : one.forks;
      if (forks !== undefined) return identifyApart(reading, forks, { candidates, errors });
      for (const { id } of one.protocols) errors.set(id, retried.error);
      return [];
    }),
  );
  const claims = [...listTabled(deployed, candidates), ...answers.flat()];
  const known = new Set(claims.flatMap(({ protocol, address }) => (isLast(protocol) ? [] : [address])));
  const certain = claims.filter(({ protocol, address }) => !isLast(protocol) || !known.has(address));
  const found = toContracts(sortClaims(certain, deployed));
  if (failures.length === identifiers.length && failures.length > 0 && failures.every(isNodeFault)) throw failures[0];
  return { found, errors };
}

/** It identifies by form alone: what another protocol claims is not its. */
const isLast = ({ adapter }: Deployed): boolean => adapter.isLast === true;

/** Each protocol's first claim of a contract. */
const toContracts = (claims: readonly Claim[]): ProtocolContract[] =>
  [...Map.groupBy(claims, ({ protocol, address }) => `${protocol.id} ${address}`).values()].flatMap(([first]) =>
    first === undefined ? [] : [{ address: first.address, protocolId: first.protocol.id, identity: first.identity }],
  );

/** Receipts that a table lists. */
function listTabled(deployed: readonly Deployed[], candidates: readonly Address[]): Claim[] {
  const wanted = new Set(candidates);
  return deployed.flatMap((protocol) => {
    const tokens = (protocol.signals.tokens ?? []).map((token) => token.toLowerCase() as Address);
    return tokens
      .filter((token) => wanted.has(token))
      .map((address): Claim => ({ protocol, address, identity: "receipt", row: findRowOf(protocol, address) }));
  });
}

type Part = ReturnType<typeof listParts>[number] & { protocol: Deployed };

/** Of an operator's rows first: the first of several forks with the same contracts counts. */
function listIdentifiers(deployed: readonly Deployed[]): Identifier[] {
  const isOperators = ({ row }: Part): boolean => row !== undefined && isOperatorRow(row);
  const all = deployed.flatMap((protocol) => listParts(protocol).map((part): Part => ({ protocol, ...part })));
  const parts = [...all.filter(isOperators), ...all.filter((part) => !isOperators(part))];
  const forks = parts.filter(({ reader }) => reader.identifyForks !== undefined);
  const single = parts.filter(({ reader }) => reader.identify !== undefined && reader.identifyForks === undefined);
  const groups = [...Map.groupBy(forks, ({ reader }) => reader.identifyForks).values()];
  return [...single.map(identifyOne), ...groups.map(identifyForks)];
}

const identifyOne = ({ protocol, row, reader: { identify, signals }, contracts }: Part): Identifier => ({
  protocols: [protocol],
  async identify(reading, reader, candidates) {
    const receipts = new Set(signals?.(contracts).tokens?.map((token) => token.toLowerCase()));
    const others = candidates.filter((address) => !receipts.has(address));
    if (others.length === 0) return [];
    const answer = await identify!(openContext(reading, reader, contracts), others);
    return listClaims(others, (address) => {
      const identity = answer.get(address);
      return identity && { protocol, address, identity, row };
    });
  },
});

const identifyForks = (parts: readonly Part[]): Identifier => ({
  protocols: [...new Set(parts.map(({ protocol }) => protocol))],
  ...(parts.length > 1 && { forks: parts.map((part) => identifyForks([part])) }),
  async identify(reading, reader, candidates) {
    const context = openContext(reading, reader, undefined);
    const contracts = parts.map((part) => part.contracts);
    const answer = await parts[0]!.reader.identifyForks!({ ...context, contracts }, candidates);
    return listClaims(candidates, (address) => {
      const found = answer.get(address);
      const part = found && parts[found.fork];
      return part && { protocol: part.protocol, address, identity: found.identity, row: part.row };
    });
  },
});

/** An adapter can claim only what it was given. */
const listClaims = (candidates: readonly Address[], find: (address: Address) => Claim | undefined): Claim[] =>
  candidates.flatMap((address) => find(address) ?? []);

const MAX_FAILURES = 40;

/** Bisects until the contracts that make it fail are isolated. For any other failure, returns the error. */
async function identifyEach(
  reading: ChainReading,
  one: Identifier,
  candidates: readonly Address[],
): Promise<{ claims: Claim[] } | { error: unknown }> {
  const claims: Claim[] = [];
  const parts = [candidates];
  let failures = 0;
  for (let part = parts.pop(); part !== undefined; part = parts.pop()) {
    try {
      claims.push(...(await one.identify(reading, createChainReader(reading), part)));
    } catch (error) {
      failures++;
      if (isNodeFault(error) || failures > MAX_FAILURES || failures > candidates.length) return { error };
      const middle = Math.ceil(part.length / 2);
      if (part.length > 1) parts.push(part.slice(middle), part.slice(0, middle));
    }
  }
  return { claims };
}

/** Forks whose contracts make the reads of all fail are left out. */
async function identifyApart(
  reading: ChainReading,
  forks: readonly Identifier[],
  { candidates, errors }: { candidates: readonly Address[]; errors: Map<string, unknown> },
): Promise<Claim[]> {
  const reader = createChainReader(reading);
  const results = await Promise.allSettled(forks.map((one) => one.identify(reading, reader, candidates)));
  return results.flatMap((result, index) => {
    if (result.status === "fulfilled") return result.value;
    for (const { id } of forks[index]!.protocols) errors.set(id, result.reason);
    return [];
  });
}
