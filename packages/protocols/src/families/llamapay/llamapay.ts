import { erc20Abi } from "@portico/evm";
import type { Address } from "@portico/evm";
import { parseAbi, parseAbiItem } from "viem";
import type { AbiEvent } from "viem";
import type { ForkIdentity, OwnerContext, PoolContext } from "../../adapter.ts";
import { defineFamily } from "../../family.ts";
import type { PoolState, Position } from "../../position.ts";
import { toLower } from "../../toLower.ts";
import { findStreams } from "./stream.ts";
import type { Stream } from "./stream.ts";

export interface LlamapayContracts {
  factory: Address;
}

const factoryAbi = parseAbi([
  "function getLlamaPayContractCount() view returns (uint256)",
  "function getLlamaPayContractByToken(address token) view returns (address predicted, bool isDeployed)",
]);
/** One contract for each token. Rates have 20 decimals; amounts are in the token's. */
const streamsAbi = parseAbi([
  "function token() view returns (address)",
  "function DECIMALS_DIVISOR() view returns (uint256)",
  "function withdrawable(address from, address to, uint216 amountPerSec) view returns (uint256 withdrawableAmount, uint256 lastUpdate, uint256 owed)",
  "function getPayerBalance(address payer) view returns (int256)",
]);

const created = parseAbi([
  "event StreamCreated(address indexed from, address indexed to, uint216 amountPerSec, bytes32 streamId)",
  "event StreamCreatedWithReason(address indexed from, address indexed to, uint216 amountPerSec, bytes32 streamId, string reason)",
  "event StreamModified(address indexed from, address indexed oldTo, uint216 oldAmountPerSec, bytes32 oldStreamId, address indexed to, uint216 amountPerSec, bytes32 streamId)",
]) as readonly AbiEvent[];
const deposited = parseAbiItem("event PayerDeposit(address indexed from, uint256 amount)");
const DAY = 86_400n;

/** Streams by the second: what recipients can withdraw, and what payers can take back. */
export const llamapayFamily = defineFamily<LlamapayContracts>({
  name: "llamapay",
  roles: { factory: "required" },
  perAddress: "factory",
  toContracts: ({ factory = [] }) => ({ factory: factory[0]! }),

  signals: () => ({
    events: [
      // a stream has three properties, and an interaction one key
      ...created.flatMap((event) =>
        ["streamId", "from", "amountPerSec"].map(
          (key) => ({ event, emitters: "identified", owners: ["to"], key }) as const,
        ),
      ),
      { event: deposited, emitters: "identified", owners: ["from"] },
    ],
  }),

  /** Contracts that a factory deployed for their token. */
  async identifyForks(context, candidates) {
    const tokens = await context.tryRead(
      candidates.map((address) => ({ address, abi: streamsAbi, functionName: "token" }) as const),
    );
    const claims = candidates.flatMap((address, index) => {
      const token = tokens[index];
      return token === undefined
        ? []
        : context.contracts.map(({ factory }, fork) => ({ address, token, factory, fork }));
    });
    const found = await context.tryRead(
      claims.map(
        ({ token, factory }) =>
          ({ address: factory, abi: factoryAbi, functionName: "getLlamaPayContractByToken", args: [token] }) as const,
      ),
    );
    return new Map<Address, ForkIdentity>(
      claims.flatMap(({ address, fork }, index) => {
        const [predicted, isDeployed] = found[index] ?? [];
        const isOwn = isDeployed === true && predicted !== undefined && toLower(predicted) === address;
        return isOwn ? [[address, { fork, identity: "place" }] as const] : [];
      }),
    );
  },

  async listPositions(context: OwnerContext<LlamapayContracts>) {
    const byContract = Map.groupBy(context.interactions, ({ contract }) => contract);
    const found = await Promise.all(
      [...byContract].flatMap(([address, interactions]) => {
        const keys = interactions.map(({ key }) => key);
        const streams = findStreams(context.owner, keys).map((stream) => readStream(context, address, stream));
        return keys.includes("") ? [...streams, readPayer(context, address)] : streams;
      }),
    );
    return found.filter((position) => position !== undefined);
  },

  async listPools(context: PoolContext<LlamapayContracts>) {
    const { known, readOnce, tryRead } = context;
    const tokens = await readOnce(
      known.map((address) => ({ address, abi: streamsAbi, functionName: "token" }) as const),
    );
    const held = await tryRead(
      known.map(
        (address, index) =>
          ({ address: tokens[index]!, abi: erc20Abi, functionName: "balanceOf", args: [address] }) as const,
      ),
    );
    return known.flatMap((address, index): PoolState[] => {
      const rawAmount = held[index] ?? 0n;
      if (rawAmount === 0n) return [];
      const supplies = [{ token: toLower(tokens[index]!), rawAmount }];
      return [{ pool: { controller: address }, name: "Deposit", contracts: [address], supplies, rawShares: rawAmount }];
    });
  },

  async check({ contracts: { factory }, tryRead }) {
    const [count] = await tryRead([{ address: factory, abi: factoryAbi, functionName: "getLlamaPayContractCount" }]);
    return count === undefined ? "getLlamaPayContractCount() of factory does not respond" : undefined;
  },
});

type Context = OwnerContext<unknown>;

async function readStream(context: Context, address: Address, stream: Stream): Promise<Position | undefined> {
  const of = { address, abi: streamsAbi } as const;
  const [[pending], [token, divisor]] = await Promise.all([
    context.tryRead([{ ...of, functionName: "withdrawable", args: [stream.from, context.owner, stream.amountPerSec] }]),
    context.readOnce([
      { ...of, functionName: "token" },
      { ...of, functionName: "DECIMALS_DIVISOR" },
    ]),
  ]);
  if (pending === undefined) return undefined; // canceled
  const [rawPending, , owed] = pending;
  const rawAmount = await capToBalance(context, { address, token, rawAmount: rawPending });
  if (rawAmount === 0n) return undefined;
  const rawDailyUnlock = owed > 0n ? 0n : (stream.amountPerSec * DAY) / divisor; // a payer in debt has nothing left
  return {
    name: "Vesting",
    detail: {
      type: "vesting",
      token: { token: toLower(token), rawAmount },
      rawClaimable: rawAmount,
      ...(rawDailyUnlock > 0n && { rawDailyUnlock }),
    },
    pool: { controller: address },
    positionIndex: stream.id,
  };
}

async function readPayer(context: Context, address: Address): Promise<Position | undefined> {
  const of = { address, abi: streamsAbi } as const;
  const [[balance], [token]] = await Promise.all([
    context.read([{ ...of, functionName: "getPayerBalance", args: [context.owner] }]),
    context.readOnce([{ ...of, functionName: "token" }]),
  ]);
  const rawAmount = await capToBalance(context, { address, token, rawAmount: balance });
  if (rawAmount <= 0n) return undefined;
  const supplies = [{ token: toLower(token), rawAmount }];
  return { name: "Deposit", detail: { type: "common", supplies }, pool: { controller: address } };
}

interface Owed {
  address: Address;
  token: Address;
  rawAmount: bigint;
}

/** What the contract holds covers all of its streams. */
async function capToBalance({ tryRead }: Context, { address, token, rawAmount }: Owed): Promise<bigint> {
  const call = { address: token, abi: erc20Abi, functionName: "balanceOf", args: [address] } as const;
  const [held = 0n] = await tryRead([call]);
  return rawAmount < held ? rawAmount : held;
}
