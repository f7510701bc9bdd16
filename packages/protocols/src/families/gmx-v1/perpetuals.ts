import { erc20Abi, max, min } from "@portico/evm";
import type { Address, Hex } from "@portico/evm";
import { encodePacked, keccak256 } from "viem";
import type { OwnerContext } from "../../adapter.ts";
import type { Position } from "../../position.ts";
import { vaultAbi } from "./gmxV1Abi.ts";
import { listVaultTokens } from "./vaultTokens.ts";

/** Prices and USD amounts have 30 decimals, funding rates 6. */
const USD = 10n ** 30n;
const RATE = 1_000_000n;
const DAY = 86_400;

/** A position that a vault may have. */
interface Candidate {
  key: Hex;
  collateral: Address;
  index: Address;
  isLong: boolean;
}

/** Leveraged positions of an owner, worth what closing pays before its fee, up to the vault's balance. */
export async function listPerpetuals(context: OwnerContext<unknown>, vault: Address): Promise<Position[]> {
  const met = new Set<string>(context.interactions.filter(({ contract }) => contract === vault).map(({ key }) => key));
  if (met.size === 0 && context.interactionsFrom === undefined) return [];
  const tokens = await listVaultTokens(context, vault);
  const stable = new Set(await listStable(context, vault, tokens));
  const candidates = listCandidates(context.owner, tokens);
  const likely = context.interactionsFrom === undefined ? [] : candidates.filter((one) => isUsual(one, stable));
  const earlier = await listOpen(context, vault, likely);
  const open = candidates.filter((one) => met.has(one.key) || earlier.includes(one));
  const [quote] = stable;
  const found = await Promise.all(open.map((candidate) => readPerpetual(context, vault, { candidate, quote })));
  return found.flat();
}

const listCandidates = (owner: Address, tokens: readonly Address[]): Candidate[] =>
  tokens.flatMap((collateral) =>
    tokens.flatMap((index) =>
      [true, false].map((isLong) => ({ key: toKey([owner, collateral, index, isLong]), collateral, index, isLong })),
    ),
  );

/** A vault admits only these: longs secured by their token, and shorts by a stable one. */
const isUsual = ({ collateral, index, isLong }: Candidate, stable: ReadonlySet<Address>): boolean =>
  !stable.has(index) && (isLong ? collateral === index : stable.has(collateral));

/** Of these, those with a size. */
async function listOpen({ read }: OwnerContext<unknown>, vault: Address, candidates: readonly Candidate[]) {
  const of = { address: vault, abi: vaultAbi, functionName: "positions" } as const;
  const positions = await read(candidates.map(({ key }) => ({ ...of, args: [key] }) as const));
  return candidates.filter((_one, index) => (positions[index]?.[0] ?? 0n) > 0n);
}

/** As `Vault.getPositionKey`. */
const toKey = (of: readonly [Address, Address, Address, boolean]): Hex =>
  keccak256(encodePacked(["address", "address", "address", "bool"], of));

async function listStable({ read }: OwnerContext<unknown>, vault: Address, tokens: readonly Address[]) {
  const of = { address: vault, abi: vaultAbi, functionName: "stableTokens" } as const;
  const are = await read(tokens.map((token) => ({ ...of, args: [token] }) as const));
  return tokens.filter((_token, index) => are[index]);
}

interface Wanted {
  candidate: Candidate;
  quote: Address | undefined;
}

type State = Awaited<ReturnType<typeof readState>>;

async function readPerpetual(context: OwnerContext<unknown>, vault: Address, wanted: Wanted): Promise<Position[]> {
  const { candidate } = wanted;
  const state = await readState(context, vault, candidate);
  if (state.size === 0n) return [];
  const { collateral, size, averagePrice, collateralPrice, markPrice } = state;
  const toRaw = (usd: bigint): bigint => (usd * 10n ** state.collateralDecimals) / collateralPrice;
  const worth = max(collateral + state.pnl, 0n);
  const sizeAmount = (size * 10n ** state.indexDecimals) / averagePrice;
  return [
    {
      name: "Perpetuals",
      pool: { controller: vault },
      positionIndex: candidate.key,
      detail: {
        type: "perpetuals",
        side: candidate.isLong ? "Long" : "Short",
        size: { token: candidate.index, rawAmount: sizeAmount },
        quote: wanted.quote ?? candidate.collateral,
        margin: { token: candidate.collateral, rawAmount: toRaw(collateral) },
        pays: { token: candidate.collateral, rawAmount: min(toRaw(worth), state.held) },
        leverage: worth === 0n ? 0 : toNumber((size * USD) / worth),
        dailyFundingRate: toDailyRate(state),
        entryPrice: toNumber(averagePrice),
        markPrice: toNumber(markPrice),
        pnlUsd: toNumber(state.pnl),
      },
    },
  ];
}

async function readState(
  context: OwnerContext<unknown>,
  vault: Address,
  { key, collateral, index, isLong }: Candidate,
) {
  const of = { address: vault, abi: vaultAbi } as const;
  const [[position, rate, markPrice, collateralPrice], [delta], [held = 0n], decimals, funding] = await Promise.all([
    context.read([
      { ...of, functionName: "positions", args: [key] },
      { ...of, functionName: "cumulativeFundingRates", args: [collateral] },
      { ...of, functionName: isLong ? "getMinPrice" : "getMaxPrice", args: [index] },
      { ...of, functionName: "getMaxPrice", args: [collateral] },
    ]),
    context.tryRead([{ ...of, functionName: "getPositionDelta", args: [context.owner, collateral, index, isLong] }]),
    context.tryRead([{ address: collateral, abi: erc20Abi, functionName: "balanceOf", args: [vault] }]),
    context.readOnce([
      { ...of, functionName: "tokenDecimals", args: [collateral] },
      { ...of, functionName: "tokenDecimals", args: [index] },
    ]),
    context.tryRead([
      { ...of, functionName: "fundingInterval" },
      { ...of, functionName: "fundingRateFactor" },
      { ...of, functionName: "stableFundingRateFactor" },
      { ...of, functionName: "stableTokens", args: [collateral] },
      { ...of, functionName: "reservedAmounts", args: [collateral] },
      { ...of, functionName: "poolAmounts", args: [collateral] },
    ]),
  ]);
  const [size, collateralUsd, averagePrice, entryRate] = position;
  const [hasProfit, change] = delta ?? [false, 0n];
  const funded = (size * max(rate - entryRate, 0n)) / RATE;
  return {
    size,
    averagePrice,
    markPrice,
    collateralPrice,
    held,
    funding,
    collateral: collateralUsd,
    pnl: (hasProfit ? change : -change) - funded,
    collateralDecimals: decimals[0],
    indexDecimals: decimals[1],
  };
}

/** What the position pays per day, by the vault's present use. */
function toDailyRate({ funding }: State): number {
  const [interval = 0n, factor = 0n, stableFactor = 0n, isStable = false, reserved = 0n, pool = 0n] = funding;
  if (interval === 0n || pool === 0n) return 0;
  const perInterval = (Number(isStable ? stableFactor : factor) * Number(reserved)) / Number(pool) / Number(RATE);
  return (perInterval * DAY) / Number(interval);
}

const toNumber = (usd: bigint): number => Number(usd) / Number(USD);
