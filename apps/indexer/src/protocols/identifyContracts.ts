import { isNodeFault } from "@portico/evm";
import type { Address } from "@portico/evm";
import { createChainReader, openContext } from "@portico/protocols";
import type { ChainReading, Deployed, Identity, Reader } from "@portico/protocols";
import type { ProtocolContract } from "@portico/store";

/** Adapters' identification of contracts. */
export interface Identification {
  found: ProtocolContract[];
  /** Of adapters that failed, by protocol id: their results are unknown. */
  errors: Map<string, unknown>;
}

type Found = ReadonlyMap<Address, Identity>;

/**
 * Calls every adapter with these contracts, all at once, to find those of its protocol. One that fails is called again
 * alone, with fewer and fewer of them: a contract that makes it fail is not its protocol's, and one that fails at most
 * of them is left out.
 * @throws the node's error if no adapter gets a response.
 */
export async function identifyContracts(
  reading: ChainReading,
  deployed: readonly Deployed[],
  candidates: readonly Address[],
): Promise<Identification> {
  const reader = createChainReader(reading);
  const results = await Promise.allSettled(deployed.map((one) => identify(reading, reader, one, candidates)));
  const errors = new Map<string, unknown>();
  const answers = await Promise.all(
    deployed.map(async (one, index): Promise<Found> => {
      const answer = results[index]!;
      return answer.status === "fulfilled" ? answer.value : identifyEach(reading, one, candidates, errors);
    }),
  );
  const found = deployed.flatMap(({ id: protocolId }, index) =>
    [...answers[index]!].map(([address, identity]): ProtocolContract => ({ address, protocolId, identity })),
  );
  const failures = [...errors.values()];
  if (failures.length === deployed.length && failures.length > 0 && failures.every(isNodeFault)) throw failures[0];
  return { found, errors };
}

async function identify(
  reading: ChainReading,
  reader: Reader,
  { adapter, contracts, signals }: Deployed,
  candidates: readonly Address[],
): Promise<Found> {
  const receipts = new Set(signals.tokens?.map((token) => token.toLowerCase()));
  const listed = candidates.filter((address) => receipts.has(address));
  const known = new Map(listed.map((address): [Address, Identity] => [address, "receipt"]));
  const others = candidates.filter((address) => !receipts.has(address));
  if (adapter.identify === undefined || others.length === 0) return known;
  const answer = await adapter.identify(openContext(reading, reader, contracts), others);
  for (const address of others) {
    const identity = answer.get(address);
    if (identity !== undefined) known.set(address, identity);
  }
  return known;
}

const MAX_FAILURES = 40;

/**
 * Bisects until the contracts that make it fail are isolated. For any other failure, stores an error and returns
 * nothing.
 */
async function identifyEach(
  reading: ChainReading,
  one: Deployed,
  candidates: readonly Address[],
  errors: Map<string, unknown>,
): Promise<Found> {
  const found = new Map<Address, Identity>();
  const parts = [candidates];
  let failures = 0;
  for (let part = parts.pop(); part !== undefined; part = parts.pop()) {
    try {
      for (const [address, identity] of await identify(reading, createChainReader(reading), one, part)) {
        found.set(address, identity);
      }
    } catch (error) {
      failures++;
      if (isNodeFault(error) || failures > MAX_FAILURES || failures > candidates.length) {
        errors.set(one.id, error);
        return new Map();
      }
      const middle = Math.ceil(part.length / 2);
      if (part.length > 1) parts.push(part.slice(middle), part.slice(0, middle));
    }
  }
  return found;
}
