import { ZERO_ADDRESS } from "@portico/evm";
import type { Address } from "@portico/evm";
import { parseAbi } from "viem";
import type { ForkIdentity, ReadContext } from "../../adapter.ts";
import { toLower } from "../../toLower.ts";
import { indexForks } from "../indexForks.ts";
import type { SolidlyContracts } from "./solidlyContracts.ts";
import { findStaked } from "./solidlyGauge.ts";
import { isPairOf } from "./solidlyPair.ts";

/** Thena's gauges name their voter another way. */
const claimAbi = parseAbi([
  "function factory() view returns (address)",
  "function voter() view returns (address)",
  "function DISTRIBUTION() view returns (address)",
]);
/** Of voters. */
const voterAbi = parseAbi([
  "function gauges(address pool) view returns (address)",
  "function ve() view returns (address)",
  "function _ve() view returns (address)",
  "function factory() view returns (address)",
]);

type Forks = ReadContext<readonly SolidlyContracts[]>;

/**
 * Pairs that their factory lists; gauges of such pairs, which the voter lists if the factory names one; and escrows of the
 * voter. If the factory names no voter, a gauge or an escrow of any counts, only as far as it holds what it says.
 */
export async function identifySolidly(
  context: Forks,
  candidates: readonly Address[],
): Promise<Map<Address, ForkIdentity>> {
  const { contracts, tryRead } = context;
  const read = (functionName: "DISTRIBUTION" | "factory" | "voter") =>
    tryRead(candidates.map((address) => ({ address, abi: claimAbi, functionName }) as const));
  const [factories, named, distributors] = await Promise.all([read("factory"), read("voter"), read("DISTRIBUTION")]);
  const voters = named.map((voter, index) => voter ?? distributors[index]);
  const forks = indexForks(contracts, ({ factory }) => [factory]);
  const known = voters.some((voter) => voter !== undefined) ? await readVoters(context) : [];
  const found = await Promise.all(
    candidates.map(async (address, index): Promise<[Address, ForkIdentity][]> => {
      const factory = toLower(factories[index] ?? ZERO_ADDRESS);
      const fork = forks.get(factory);
      if (fork !== undefined)
        return (await isPairOf(context, factory, address)) ? [[address, { fork, identity: "receipt" }]] : [];
      const voter = toLower(voters[index] ?? ZERO_ADDRESS);
      if (voter === ZERO_ADDRESS) return [];
      const claim = { address, voter, forks, known };
      const place = await findGaugeFork(context, claim);
      if (place !== undefined) return [[address, { fork: place, identity: "place" }]];
      const escrow = await findEscrowFork(context, claim);
      return escrow === undefined ? [] : [[address, { fork: escrow, identity: "nft" }]];
    }),
  );
  return new Map(found.flat());
}

/** By fork; the zero address: unknown. */
async function readVoters({ contracts, tryRead }: Forks): Promise<Address[]> {
  const named = await tryRead(
    contracts.map(({ factory }) => ({ address: factory, abi: claimAbi, functionName: "voter" }) as const),
  );
  return contracts.map(({ voter }, fork) => voter ?? toLower(named[fork] ?? ZERO_ADDRESS));
}

interface Claim {
  address: Address;
  /** That it names. */
  voter: Address;
  forks: ReadonlyMap<Address, number>;
  known: readonly Address[];
}

async function findGaugeFork(context: Forks, { address, forks, known }: Claim): Promise<number | undefined> {
  const pair = await findStaked(context, address);
  if (pair === undefined) return undefined;
  const [factory] = await context.tryRead([{ address: pair, abi: claimAbi, functionName: "factory" }]);
  const fork = forks.get(toLower(factory ?? ZERO_ADDRESS));
  if (factory === undefined || fork === undefined) return undefined;
  const voter = known[fork] ?? ZERO_ADDRESS;
  const [isPair, [gauge]] = await Promise.all([
    isPairOf(context, toLower(factory), pair),
    context.tryRead([{ address: voter, abi: voterAbi, functionName: "gauges", args: [pair] }]),
  ]);
  const isListed = gauge === undefined || toLower(gauge) === address;
  return isPair && isListed ? fork : undefined;
}

async function findEscrowFork(
  { tryRead }: Forks,
  { address, voter, forks, known }: Claim,
): Promise<number | undefined> {
  const of = { address: voter, abi: voterAbi } as const;
  const [ve, first, factory] = await tryRead([
    { ...of, functionName: "ve" },
    { ...of, functionName: "_ve" },
    { ...of, functionName: "factory" },
  ]);
  if (toLower(ve ?? first ?? ZERO_ADDRESS) !== address) return undefined;
  const named = known.indexOf(voter);
  if (named >= 0) return named;
  const fork = forks.get(toLower(factory ?? ZERO_ADDRESS));
  const isVoterKnown = fork !== undefined && known[fork] !== ZERO_ADDRESS;
  return isVoterKnown ? undefined : fork;
}
