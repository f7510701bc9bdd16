/** The meaning of each function by contract, independent of the sender. */
import { type ScenarioTransaction, STETH, WSTETH } from "@portico/devnet";
import { type Address, decodeFunctionData, zeroAddress } from "viem";
import { actionAbi } from "./actionAbi.ts";
import {
  amountText,
  approve,
  approveNft,
  approveAll,
  call,
  lower,
  send,
  sender,
  sendNft,
  target,
  wrappedOf,
  type Meaning,
  type Row,
  type Values,
} from "./meaning.ts";

const transferToken: Row = (action, to: Address, rawAmount: bigint) =>
  send(action, action.from, to, target(action), rawAmount);
const approveToken: Row = (action, spender: Address, rawAmount: bigint) =>
  approve(action, action.from, spender, target(action), rawAmount);
const approveOne: Row = (action, spender: Address, id: bigint) => approveNft(action.from, spender, target(action), id);
const sendOne: Row = (action, from: Address, to: Address, id: bigint, rawAmount?: bigint) => ({
  category: "send",
  actions: [sendNft(from, to, target(action), id, typeof rawAmount === "bigint" ? rawAmount : 1n)],
});
const swap: Row = (action, amountIn: bigint, least: bigint, path: readonly Address[]) =>
  call(action, "swap", { sends: [amountText(path[0]!, amountIn)], receives: [amountText(path.at(-1)!, least)] });
const swapForCoins: Row = (action, amountIn: bigint, least: bigint, path: readonly Address[]) =>
  call(action, "swap", { sends: [amountText(path[0]!, amountIn)], receives: [amountText("native", least)] });
const swapCoins: Row = (action, least: bigint, path: readonly Address[]) =>
  call(action, "swap", { receives: [amountText(path.at(-1)!, least)] });
const removeForCoins: Row = (action, token: Address, _liquidity: bigint, least: bigint, leastEth: bigint) =>
  call(action, "remove_liquidity", { receives: [amountText(token, least), amountText("native", leastEth)] });

interface Exact {
  tokenIn: Address;
  tokenOut: Address;
  recipient: Address;
  amountIn: bigint;
  least: bigint;
}

/** If the transaction carries value, the trade is paid in native coin. */
const swapOnV3: Row = (action, { tokenIn, tokenOut, recipient, amountIn, least }: Exact) =>
  call(action, "swap", {
    sends: [amountText(action.value > 0n ? "native" : tokenIn, amountIn)],
    receives: lower(recipient) === sender(action) ? [amountText(tokenOut, least)] : [],
  });

/** A multicall has the actions of all its calls, and the category of the first. */
const several: Row = (action, calls: readonly `0x${string}`[]) => {
  const meanings = calls.map((data) => readCall(V3, { ...action, data }));
  return { category: meanings[0]?.category ?? "", actions: meanings.flatMap(({ actions }) => actions) };
};

interface MintParams {
  token0: Address;
  token1: Address;
  amount0: bigint;
  amount1: bigint;
  recipient: Address;
}

export const V3: Record<string, Row> = {
  exactInputSingle: swapOnV3,
  unwrapWETH9: (action, least: bigint) => call(action, "unwrap", { receives: [amountText("native", least)] }),
  decreaseLiquidity: (action) => call(action, "remove_liquidity"),
  collect: (action) => call(action, "claim"),
  burn: (action, id: bigint) => call(action, "burn", {}, sendNft(action.from, zeroAddress, target(action), id)),
  mint: (action, { token0, token1, amount0, amount1, recipient }: MintParams) =>
    call(
      action,
      "add_liquidity",
      { sends: [amountText(token0, amount0), amountText(token1, amount1)] },
      sendNft(zeroAddress, recipient, target(action), ""),
    ),
  multicall: several,
};

export const V2: Record<string, Row> = {
  swapExactTokensForTokens: swap,
  swapExactTokensForTokensSupportingFeeOnTransferTokens: swap,
  swapExactTokensForETH: swapForCoins,
  swapExactTokensForETHSupportingFeeOnTransferTokens: swapForCoins,
  swapExactETHForTokens: swapCoins,
  swapExactETHForTokensSupportingFeeOnTransferTokens: swapCoins,
  addLiquidity: (action, a: Address, b: Address, amountA: bigint, amountB: bigint) =>
    call(action, "add_liquidity", { sends: [amountText(a, amountA), amountText(b, amountB)] }),
  removeLiquidity: (action, a: Address, b: Address, _liquidity: bigint, leastA: bigint, leastB: bigint) =>
    call(action, "remove_liquidity", { receives: [amountText(a, leastA), amountText(b, leastB)] }),
  removeLiquidityETH: removeForCoins,
  removeLiquidityETHSupportingFeeOnTransferTokens: removeForCoins,
};

export const AAVE: Record<string, Row> = {
  supply: (action, asset: Address, rawAmount: bigint) =>
    call(action, "supply", { sends: [amountText(asset, rawAmount)] }),
  borrow: (action, asset: Address, rawAmount: bigint) =>
    call(action, "borrow", { receives: [amountText(asset, rawAmount)] }),
  repay: (action, asset: Address, rawAmount: bigint) =>
    call(action, "repay", { sends: [amountText(asset, rawAmount)] }),
  withdraw: (action, asset: Address, rawAmount: bigint) =>
    call(action, "withdraw", { receives: [amountText(asset, rawAmount)] }),
  claimAllRewardsToSelf: (action) => call(action, "claim"),
};

export const FARM: Record<string, Row> = {
  stake: (action) => call(action, "stake"),
  deposit: (action, _pid: bigint, rawAmount: bigint) => call(action, rawAmount === 0n ? "claim" : "stake"),
  /** Without a pool number, `withdraw` is ambiguous: many kinds of contracts have it. */
  withdraw: (action, ...args) => call(action, args.length > 1 ? "unstake" : "withdraw"),
  getReward: (action) => call(action, "claim"),
};

export const WRAPPED: Record<string, Row> = {
  deposit: (action) => call(action, "wrap", { receives: [amountText(wrappedOf(action), action.value)] }),
  withdraw: (action, rawAmount: bigint) =>
    call(action, "unwrap", {
      sends: [amountText(wrappedOf(action), rawAmount)],
      receives: [amountText("native", rawAmount)],
    }),
};

/** Share conversion rounds down twice. */
export const ROUNDING = 2n;

export const LIDO: Record<string, Row> = {
  submit: (action) => call(action, "stake", { receives: [amountText(STETH, action.value - ROUNDING)] }),
  wrap: (action, rawAmount: bigint) => call(action, "wrap", { sends: [amountText(STETH, rawAmount)] }),
  unwrap: (action, rawAmount: bigint) => call(action, "unwrap", { sends: [amountText(WSTETH, rawAmount)] }),
};

export const COLLECTION: Record<string, Row> = {
  safeTransferFrom: sendOne,
  transferFrom: sendOne,
  transfer: (action, to: Address, id: bigint) => sendOne(action, ...([action.from, to, id] as unknown as Values)),
  approve: approveOne,
  setApprovalForAll: approveAll,
  burn: (action, ...args: Values) => {
    const [id] = args as unknown as [bigint];
    const isErc1155 = args.length > 1;
    return call(action, "burn", {}, ...(isErc1155 ? [] : [sendNft(action.from, zeroAddress, target(action), id)]));
  },
  safeBatchTransferFrom: (action, from: Address, to: Address, ids: readonly bigint[], amounts: readonly bigint[]) => ({
    category: "send",
    actions: ids.map((id, index) => sendNft(from, to, target(action), id, amounts[index])),
  }),
  mint: (action) => call(action, "mint"),
  mintBatch: (action) => call(action, "mint"),
  breed: (action) => call(action, ""),
  hang: (action) => call(action, ""),
};

export const MARKET: Record<string, Row> = {
  list: (action) => call(action, ""),
  buy: (action) => call(action, ""),
};

export const TOKEN: Record<string, Row> = {
  transfer: transferToken,
  transferFrom: (action, from: Address, to: Address, rawAmount: bigint) =>
    send(action, from, to, target(action), rawAmount),
  approve: approveToken,
  permit: (action, owner: Address, spender: Address, rawAmount: bigint) =>
    approve(action, owner, spender, target(action), rawAmount),
  mint: (action, to: Address, rawAmount: bigint) =>
    call(action, "mint", { receives: lower(to) === sender(action) ? [amountText(target(action), rawAmount)] : [] }),
};

export const PERMISSIONS: Record<string, Row> = {
  approve: (action, token: Address, spender: Address, rawAmount: bigint) =>
    approve(action, action.from, spender, token, rawAmount),
  transferFrom: (action, from: Address, to: Address, rawAmount: bigint, token: Address) =>
    send(action, from, to, token, rawAmount),
  lockdown: (action, pairs: readonly { token: Address; spender: Address }[]) => ({
    category: "revoke",
    actions: pairs.flatMap(({ token, spender }) => approve(action, action.from, spender, token, 0n).actions),
  }),
  permit: (action, owner: Address, single: { details: { token: Address; amount: bigint }; spender: Address }) =>
    approve(action, owner, single.spender, single.details.token, single.details.amount),
};

export const PREDICTION: Record<string, Row> = {
  splitPosition: (
    action,
    collateral: Address,
    _parent: string,
    _condition: string,
    _sets: unknown,
    rawAmount: bigint,
  ) => call(action, "mint", { sends: [amountText(collateral, rawAmount)] }),
  mergePositions: (action, collateral: Address) => call(action, "burn", { receives: [amountText(collateral, 0n)] }),
  redeemPositions: (action, collateral: Address) => call(action, "claim", { receives: [amountText(collateral, 0n)] }),
};

export const PAYMENTS: Record<string, Row> = {
  disperseEther: (action) => ({ ...call(action, ""), category: "send" }),
  disperseTokenSimple: (action) => ({ ...call(action, ""), category: "send" }),
  create: (action) => call(action, ""),
  payAtSecondAttempt: (action) => call(action, ""),
  execute: (action, to: Address, value: bigint) => send(action, target(action), to, "native", value),
};

/** Of an unknown contract. */
export const ANY: Row = (action) => call(action, "");

export const readCall = (rows: Record<string, Row>, action: ScenarioTransaction): Meaning => {
  const { functionName, args } = decodeFunctionData({ abi: actionAbi, data: action.data });
  const row = rows[functionName];
  if (row === undefined) throw new Error(`The meaning of ${functionName} in "${action.action}" is not defined`);
  return row(action, ...((args ?? []) as unknown as Values));
};
