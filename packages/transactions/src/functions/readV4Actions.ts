import { type Address, type Hex, ZERO_ADDRESS } from "@portico/evm";
import { maxUint256 } from "viem";
import type { Action, TokenAmount } from "../action.ts";
import type { Args, Reading } from "../functionRow.ts";
import { amountOf, callUnknown, mintNft } from "./protocolRow.ts";
import { readExactShape } from "./shape.ts";
import { ifReached } from "./uniswapV3.ts";
import { v4, v4Shapes } from "./uniswapV4Shapes.ts";

/** What a list of Uniswap V4 router or position manager actions takes and pays. */
export interface V4Effects {
  sends: TokenAmount[];
  receives: TokenAmount[];
  also: Action[];
  isAdding: boolean;
  isRemoving: boolean;
}

/** More than any interface puts into one transaction. */
const ACTIONS_MAX = 256;

interface Step {
  kind: number;
  args: Args;
}

/** @param actions - One byte per action. @param params - One entry per action. */
export function readV4Actions(reading: Reading, actions: Hex, params: readonly Hex[]): V4Effects {
  const all = params.slice(0, ACTIONS_MAX).map((data, at) => {
    const kind = Number.parseInt(actions.slice(2 + at * 2, 4 + at * 2), 16);
    return { kind, args: readExactShape(v4Shapes[kind] ?? [], data) };
  });
  const steps = all.filter((step): step is Step => step.args !== undefined);
  const isUnclear = params.length > ACTIONS_MAX || all.some(({ kind, args }) => kind in v4Shapes && args === undefined);
  const limits = sumLimits(steps);
  const paid = steps.flatMap((step) => listPaid(step, limits));
  return {
    sends: paid.filter(({ rawAmount }) => rawAmount > 0n),
    receives: steps.flatMap((step) => listTaken(reading, step, limits)),
    also: [
      ...steps.flatMap(({ kind, args }) =>
        kind === v4.mint || kind === v4.mintFromDeltas ? mintNft(reading.call.to, toOwner(reading, args["owner"])) : [],
      ),
      ...(isUnclear ? callUnknown(reading) : []),
    ],
    isAdding: limits.isAdding,
    isRemoving: limits.isRemoving,
  };
}

const toOwner = (reading: Reading, owner: Address): Address =>
  ifReached(reading, owner, amountOf(ZERO_ADDRESS, 0n)).length > 0 ? reading.actor : owner;

interface Limits {
  /** Maximum taken by swaps and positions, minimum paid by them: by currency, native coin as the zero address. */
  ins: Map<Address, bigint>;
  /** The amounts of other currencies are unknown: liquidity is added to more than one pair. */
  isOpen: boolean;
  outs: Map<Address, bigint>;
  /** Taken for whichever recipient: what is not due is owed. */
  takes: Map<Address, bigint>;
  isAdding: boolean;
  isRemoving: boolean;
}

function sumLimits(steps: readonly Step[]): Limits {
  const [ins, outs, takes] = [new Map(), new Map(), new Map()];
  const limits: Limits = { ins, outs, takes, isOpen: false, isAdding: false, isRemoving: false };
  const pair = findPair(steps);
  for (const { kind, args } of steps) {
    if (kind >= v4.swapInSingle && kind <= v4.swapOut) addSwap(limits, kind, args["swap"]);
    if (kind === v4.take) add(takes, args["currency"], args["amount"]);
    if (kind > v4.mintFromDeltas) continue;
    if (args["max0"] === undefined) limits.isRemoving = true;
    else limits.isAdding = true;
    const side = args["max0"] === undefined ? limits.outs : limits.ins;
    add(side, pair?.[0], args["max0"] ?? args["min0"]);
    add(side, pair?.[1], args["max1"] ?? args["min1"]);
  }
  return { ...limits, isOpen: limits.isAdding && pair === undefined };
}

function addSwap(limits: Limits, kind: number, swap: Args): void {
  const ends = kind === v4.swapInSingle || kind === v4.swapOutSingle ? toPoolEnds(swap) : toPathEnds(swap);
  add(limits.ins, ends[0], swap["amountIn"] ?? swap["amountInMaximum"]);
  add(limits.outs, ends[1], swap["amountOutMinimum"] ?? swap["amountOut"]);
}

const toPoolEnds = ({ poolKey, zeroForOne }: Args): (Address | undefined)[] =>
  zeroForOne ? [poolKey.currency0, poolKey.currency1] : [poolKey.currency1, poolKey.currency0];

/** A path for an exact output begins with the input currency. */
const toPathEnds = ({ currencyIn, currencyOut, path }: Args): (Address | undefined)[] =>
  currencyIn === undefined
    ? [path[0]?.intermediateCurrency, currencyOut]
    : [currencyIn, path.at(-1)?.intermediateCurrency];

function add(side: Map<Address, bigint>, token: Address | undefined, rawAmount: bigint): void {
  if (token !== undefined) side.set(token, (side.get(token) ?? 0n) + rawAmount);
}

/**
 * Positions are named by id: their currencies are those settled or taken in the same list. Undefined if that is more
 * than one pair.
 */
function findPair(steps: readonly Step[]): readonly [Address, Address] | undefined {
  const closed = steps.filter(({ kind }) => kind === v4.closeCurrency).map(({ args }) => args["currency"] as Address);
  const named = steps.flatMap(({ args }) => [
    args["poolKey"]?.currency0,
    args["currency0"],
    args["poolKey"]?.currency1,
    args["currency1"],
  ]);
  const currencies = [...new Set([...closed, ...named.filter((one): one is Address => one !== undefined)])].toSorted();
  const [first, second] = currencies;
  return first !== undefined && second !== undefined && currencies.length === 2 ? [first, second] : undefined;
}

/** Amount 0: everything owed. Half of the range: the contract's balance. @see ActionConstants.sol */
const CONTRACT_BALANCE = 1n << 255n;

function listPaid({ kind, args }: Step, { ins, takes, isOpen }: Limits): TokenAmount[] {
  const requestedAmount = (token: Address): bigint => ins.get(token) ?? (isOpen ? maxUint256 : 0n);
  const owed = (token: Address): bigint => requestedAmount(token) + (takes.get(token) ?? 0n);
  if (kind === v4.settleAll) return amountOf(args["currency"], args["maxAmount"]);
  if (kind === v4.settlePair) return [args["currency0"], args["currency1"]].flatMap((one) => amountOf(one, owed(one)));
  if (kind === v4.closeCurrency) return amountOf(args["currency"], owed(args["currency"]));
  if (kind !== v4.settle || args["payerIsUser"] !== true) return [];
  const { currency, amount } = args;
  if (amount !== 0n) return amountOf(currency, amount === CONTRACT_BALANCE ? maxUint256 : amount);
  return amountOf(currency, requestedAmount(currency) === 0n ? maxUint256 : owed(currency));
}

function listTaken(reading: Reading, { kind, args }: Step, { ins, outs, isOpen }: Limits): TokenAmount[] {
  const due = (token: Address): bigint => outs.get(token) ?? 0n;
  const token: Address = args["currency"];
  if (kind === v4.takeAll) return amountOf(token, args["minAmount"]);
  if (kind === v4.closeCurrency) return ins.has(token) || isOpen ? [] : amountOf(token, due(token));
  if (kind === v4.take) {
    const rawAmount = args["amount"] === 0n ? due(token) : args["amount"];
    return ifReached(reading, args["recipient"], amountOf(token, rawAmount));
  }
  if (kind !== v4.takePair) return [];
  const pair: Address[] = [args["currency0"], args["currency1"]];
  return ifReached(
    reading,
    args["recipient"],
    pair.flatMap((one) => amountOf(one, due(one))),
  );
}
