import type { Address } from "@portico/evm";
import type { Adapter, OwnerContext, PoolContext, ReadContext, Signals } from "../adapter.ts";
import type { Amount, PoolKey } from "../position.ts";
import { ReadError } from "../reader.ts";
import { listAddresses } from "./listAddresses.ts";
import type { DeployedPart } from "./deployedPart.ts";

type Context = ReadContext<unknown>;

/** The functions of an adapter whose protocol several families read, each with its own contracts. */
export function combineParts(parts: readonly DeployedPart[]): Partial<Adapter> {
  const [first] = parts;
  if (parts.length === 1 && first !== undefined) return first.reader;
  const has = (name: keyof DeployedPart["reader"]): boolean => parts.some(({ reader }) => reader[name] !== undefined);
  const readers = parts.filter(({ reader }) => reader.readShares !== undefined);
  return {
    ...(parts.some(({ reader }) => reader.readsUntrusted) && { readsUntrusted: true }),
    ...(has("listPositions") && {
      async listPositions(context: OwnerContext<unknown>) {
        const all = [
          ...context.receipts,
          ...context.nfts.keys(),
          ...context.interactions.map(({ contract }) => contract),
        ];
        const own = await splitContracts(parts, context, all);
        const readings = parts.map((part, index) => {
          const { reader, contracts } = part;
          const isOwn = (address: Address) => own[index]?.has(address) !== false;
          const held = {
            receipts: context.receipts.filter(isOwn),
            nfts: new Map([...context.nfts].filter(([contract]) => isOwn(contract))),
            interactions: context.interactions.filter(({ contract }) => isOwn(contract)),
          };
          return {
            isRequired: hasAny(part, own[index], all),
            reading: reader.listPositions?.({ ...context, contracts, ...held }),
          };
        });
        return omitRepeated(parts, await readParts(readings));
      },
    }),
    ...(has("listAccounts") && {
      async listAccounts(context: OwnerContext<unknown>) {
        const found = await Promise.all(
          parts.map(async ({ reader, contracts }) => (await reader.listAccounts?.({ ...context, contracts })) ?? []),
        );
        return found.flat();
      },
    }),
    ...(has("listPools") && {
      async listPools(context: PoolContext<unknown>) {
        const own = await splitContracts(parts, context, context.known);
        const readings = parts.map((part, index) => {
          const { reader, contracts } = part;
          const known = context.known.filter((address) => own[index]?.has(address) !== false);
          const isRequired = hasAny(part, own[index], context.known);
          return { isRequired, reading: reader.listPools?.({ ...context, contracts, known }) };
        });
        return omitRepeated(parts, await readParts(readings));
      },
    }),
    ...(has("unwrap") && {
      async unwrap(context: Context, receipt: Amount) {
        const own = await splitContracts(parts, context, [receipt.token]);
        const at = parts.find(
          ({ reader }, index) => reader.unwrap !== undefined && own[index]?.has(receipt.token) !== false,
        );
        return (await at?.reader.unwrap?.({ ...context, contracts: at.contracts }, receipt)) ?? [receipt];
      },
    }),
    ...(readers.length > 0 && {
      readShares: async (context: Context, pool, owners) => {
        const at = readers.find(({ contracts }) => listAddresses(contracts).includes(pool.controller)) ?? readers[0]!;
        return (await at.reader.readShares?.({ ...context, contracts: at.contracts }, pool, owners)) ?? [];
      },
    }),
  } satisfies Partial<Adapter>;
}

interface PartReading<One> {
  /** Whether the part has contracts of which something is known. */
  isRequired: boolean;
  reading: Promise<One[]> | undefined;
}

/** Whether any of these contracts is a part's. One that identifies none has those of its table. */
const hasAny = (part: DeployedPart, own: ReadonlySet<Address> | undefined, contracts: readonly Address[]): boolean => {
  const isOwn = own ?? new Set(listAddresses([part.contracts, part.reader.signals?.(part.contracts) ?? {}]));
  return contracts.some((address) => isOwn.has(address));
};

/**
 * Results of each part. One whose contracts don't respond, such as those of a dead row, takes no other with it.
 * @throws ReadError if a required part fails, or all do: then their state is unknown, not empty.
 */
async function readParts<One>(parts: readonly PartReading<One>[]): Promise<One[][]> {
  const results = await Promise.allSettled(parts.map(async ({ reading }) => await reading));
  const isAnswered = results.some(({ status }, index) => status === "fulfilled" && parts[index]!.reading !== undefined);
  return results.map((result, index) => {
    if (result.status === "fulfilled") return result.value ?? [];
    if (result.reason instanceof ReadError && isAnswered && !parts[index]!.isRequired) return [];
    throw result.reason;
  });
}

/** Of each part; without what parts of unknown code have at contracts where another part has something. */
function omitRepeated<One extends { pool: PoolKey }>(
  parts: readonly DeployedPart[],
  found: readonly (readonly One[])[],
): One[] {
  const isUnverified = parts.map(({ reader }) => reader.isUnverified === true);
  const known = new Set(
    found.flatMap((part, index) => (isUnverified[index] ? [] : part.map(({ pool }) => pool.controller))),
  );
  return found.flatMap((part, index) => part.filter(({ pool }) => !isUnverified[index] || !known.has(pool.controller)));
}

/** Everything that indicates a position in any of them. */
export function combineSignals(parts: readonly DeployedPart[]): Signals {
  const all = parts.map(({ reader, contracts }) => reader.signals?.(contracts) ?? {});
  if (all.length === 1) return all[0]!;
  return {
    tokens: all.flatMap(({ tokens = [] }) => tokens),
    nfts: all.flatMap(({ nfts = [] }) => nfts),
    events: all.flatMap(({ events = [] }) => events),
  };
}

/** Emitters, receipts and NFT contracts in a part's table. */
const listSignalAddresses = ({ reader, contracts }: DeployedPart): Address[] =>
  listAddresses(reader.signals?.(contracts) ?? {});

/**
 * The contracts of each part. The index knows only which protocol a contract belongs to, so where several parts identify
 * contracts, each does it again for these. If only one does, its contracts are those that no other part lists. An
 * undefined set: all.
 */
async function splitContracts(
  parts: readonly DeployedPart[],
  context: Context,
  contracts: readonly Address[],
): Promise<(ReadonlySet<Address> | undefined)[]> {
  const identifying = parts.filter(({ reader }) => reader.identify ?? reader.identifyForks);
  const wanted = [...new Set(contracts)];
  if (identifying.length === 0 || wanted.length === 0) return parts.map(() => undefined);
  if (identifying.length === 1) {
    const listed = new Set(parts.filter((part) => !identifying.includes(part)).flatMap(listSignalAddresses));
    const remaining = new Set(wanted.filter((address) => !listed.has(address)));
    return parts.map((part) => (identifying.includes(part) ? remaining : undefined));
  }
  return Promise.all(
    parts.map(async ({ reader, contracts: own }) => {
      const tabled = listAddresses([own, reader.signals?.(own) ?? {}]);
      const found = reader.identifyForks
        ? await reader.identifyForks({ ...context, contracts: [own] }, wanted)
        : ((await reader.identify?.({ ...context, contracts: own }, wanted)) ?? new Map<Address, never>());
      return new Set([...found.keys(), ...tabled]);
    }),
  );
}
