import { type Address, type Hex, maxUint256 } from "viem";
import type { Rpc } from "../anvil/rpc.ts";
import { devnetChains, type DevnetChain, type DevnetChainConfig } from "../chains.ts";
import { type Asset, toAmountAt } from "../contracts/assets.ts";
import { listTokens, type DevnetToken } from "../contracts/tokenTable.ts";
import { nonstandardTokens, type NonstandardToken } from "../contracts/nonstandardTokenTable.ts";
import { type Approvals, createApprovals } from "./approvals.ts";
import type { ChainWriter } from "./chainWriter.ts";
import type { Stake } from "./farmBook.ts";
import { createLedger, type Ledger } from "./ledger.ts";
import { createLendingBook, type LendingBook } from "./lendingBook.ts";
import type { Market } from "./market.ts";
import { createNftBook, type NftBook } from "./nftBook.ts";
import type { Permission } from "./permission.ts";
import { createPoolBook, type PoolBook } from "./poolBook.ts";
import type { Random } from "./random.ts";
import type { Wallet } from "./wallet.ts";

/** The ledger's name of the native coin. */
export const NATIVE = "native";

/** More than anybody will spend; some tokens treat it as unlimited. */
export const UNLIMITED = maxUint256;

export interface Spending {
  from: Address;
  /** Undefined: `data` is a contract's creation code. */
  to?: Address;
  data?: Hex;
  value?: bigint;
  gas: bigint;
  /** Label of the transaction; default: the current one. */
  action?: string;
}

/** One chain's users, their guaranteed balances, and functions to act. */
export interface World {
  chain: DevnetChain;
  config: DevnetChainConfig;
  rpc: Rpc;
  random: Random;
  market: Market;
  writer: ChainWriter;
  ledger: Ledger;
  users: readonly Address[];
  tokens: readonly DevnetToken[];
  /** Created in the first days; users transfer them like others. */
  nonstandardTokens: readonly NonstandardToken[];
  approvals: Approvals;
  /** Within Permit2. */
  permissions: Permission[];
  wallets: Wallet[];
  pools: PoolBook;
  /** In farms. */
  stakes: Stake[];
  lending: LendingBook;
  nfts: NftBook;
  /** Time of the block that is being filled, unix seconds. */
  timeAt: number;
  /** The owner that stays idle after its final arrangements. */
  resting: Address | undefined;
  /** False if the sender can't pay; then nothing is sent. */
  send(spending: Spending): boolean;
}

type WorldParts = Pick<World, "chain" | "market" | "users" | "random" | "rpc" | "writer">;

export function createWorld(parts: WorldParts): World {
  const config = devnetChains[parts.chain];
  const ledger = createLedger();
  const maxFee = 2n * config.baseFee + config.tip;
  return {
    ...parts,
    config,
    ledger,
    tokens: listTokens(parts.chain),
    nonstandardTokens,
    approvals: createApprovals(),
    permissions: [],
    wallets: [],
    pools: createPoolBook(parts.chain),
    stakes: [],
    lending: createLendingBook(),
    nfts: createNftBook(),
    timeAt: parts.writer.timeAt,
    resting: undefined,
    send(spending) {
      const cost = (spending.value ?? 0n) + spending.gas * maxFee;
      if (ledger.get(spending.from, NATIVE) < cost) return false;
      ledger.debit(spending.from, NATIVE, cost);
      parts.writer.add(spending);
      return true;
    },
  };
}

/** Base units of a token currently worth this much; without a price, that many whole tokens. */
export function toRawAmount(
  world: World,
  { asset, decimals }: { asset: Asset | null; decimals: number },
  usd: number,
): bigint {
  return toAmountAt(asset === null ? 1 : world.market.getUsd(asset, world.timeAt), decimals, usd);
}

/** A random part of a guaranteed balance: usually little, 5 per cent at most, with few significant digits. */
export function takePart(world: World, owner: Address, token: string): bigint {
  const part = BigInt(Math.ceil(world.random.magnitude(1, 500)));
  return roundDown((world.ledger.get(owner, token) * part) / 10_000n);
}

/** Keeps the first three digits, as users do. */
export function roundDown(rawAmount: bigint): bigint {
  const unit = 10n ** BigInt(Math.max(0, rawAmount.toString().length - 3));
  return (rawAmount / unit) * unit;
}
