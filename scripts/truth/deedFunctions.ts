/** The meaning of each function by contract, independent of the sender. */
import { type Deed, STETH, WSTETH } from "@portico/pocket";
import { type Address, decodeFunctionData, zeroAddress } from "viem";
import { deedAbi } from "./deedAbi.ts";
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

const transferToken: Row = (deed, to: Address, rawAmount: bigint) => send(deed, deed.from, to, target(deed), rawAmount);
const approveToken: Row = (deed, spender: Address, rawAmount: bigint) =>
  approve(deed, deed.from, spender, target(deed), rawAmount);
const approveOne: Row = (deed, spender: Address, id: bigint) => approveNft(deed.from, spender, target(deed), id);
const sendOne: Row = (deed, from: Address, to: Address, id: bigint, rawAmount?: bigint) => ({
  category: "send",
  actions: [sendNft(from, to, target(deed), id, typeof rawAmount === "bigint" ? rawAmount : 1n)],
});
const swap: Row = (deed, amountIn: bigint, least: bigint, path: readonly Address[]) =>
  call(deed, "swap", { sends: [amountText(path[0]!, amountIn)], receives: [amountText(path.at(-1)!, least)] });
const swapForCoins: Row = (deed, amountIn: bigint, least: bigint, path: readonly Address[]) =>
  call(deed, "swap", { sends: [amountText(path[0]!, amountIn)], receives: [amountText("native", least)] });
const swapCoins: Row = (deed, least: bigint, path: readonly Address[]) =>
  call(deed, "swap", { receives: [amountText(path.at(-1)!, least)] });
const removeForCoins: Row = (deed, token: Address, _liquidity: bigint, least: bigint, leastEth: bigint) =>
  call(deed, "remove_liquidity", { receives: [amountText(token, least), amountText("native", leastEth)] });

interface Exact {
  tokenIn: Address;
  tokenOut: Address;
  recipient: Address;
  amountIn: bigint;
  least: bigint;
}

/** If the transaction carries value, the trade is paid in native coin. */
const swapOnV3: Row = (deed, { tokenIn, tokenOut, recipient, amountIn, least }: Exact) =>
  call(deed, "swap", {
    sends: [amountText(deed.value > 0n ? "native" : tokenIn, amountIn)],
    receives: lower(recipient) === sender(deed) ? [amountText(tokenOut, least)] : [],
  });

/** A multicall has the actions of all its calls, and the category of the first. */
const several: Row = (deed, calls: readonly `0x${string}`[]) => {
  const meanings = calls.map((data) => readCall(V3, { ...deed, data }));
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
  unwrapWETH9: (deed, least: bigint) => call(deed, "unwrap", { receives: [amountText("native", least)] }),
  decreaseLiquidity: (deed) => call(deed, "remove_liquidity"),
  collect: (deed) => call(deed, "claim"),
  burn: (deed, id: bigint) => call(deed, "burn", {}, sendNft(deed.from, zeroAddress, target(deed), id)),
  mint: (deed, { token0, token1, amount0, amount1, recipient }: MintParams) =>
    call(
      deed,
      "add_liquidity",
      { sends: [amountText(token0, amount0), amountText(token1, amount1)] },
      sendNft(zeroAddress, recipient, target(deed), ""),
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
  addLiquidity: (deed, a: Address, b: Address, amountA: bigint, amountB: bigint) =>
    call(deed, "add_liquidity", { sends: [amountText(a, amountA), amountText(b, amountB)] }),
  removeLiquidity: (deed, a: Address, b: Address, _liquidity: bigint, leastA: bigint, leastB: bigint) =>
    call(deed, "remove_liquidity", { receives: [amountText(a, leastA), amountText(b, leastB)] }),
  removeLiquidityETH: removeForCoins,
  removeLiquidityETHSupportingFeeOnTransferTokens: removeForCoins,
};

export const AAVE: Record<string, Row> = {
  supply: (deed, asset: Address, rawAmount: bigint) => call(deed, "supply", { sends: [amountText(asset, rawAmount)] }),
  borrow: (deed, asset: Address, rawAmount: bigint) =>
    call(deed, "borrow", { receives: [amountText(asset, rawAmount)] }),
  repay: (deed, asset: Address, rawAmount: bigint) => call(deed, "repay", { sends: [amountText(asset, rawAmount)] }),
  withdraw: (deed, asset: Address, rawAmount: bigint) =>
    call(deed, "withdraw", { receives: [amountText(asset, rawAmount)] }),
  claimAllRewardsToSelf: (deed) => call(deed, "claim"),
};

export const FARM: Record<string, Row> = {
  stake: (deed) => call(deed, "stake"),
  deposit: (deed, _pid: bigint, rawAmount: bigint) => call(deed, rawAmount === 0n ? "claim" : "stake"),
  /** Without a pool number, `withdraw` is ambiguous: many kinds of contracts have it. */
  withdraw: (deed, ...args) => call(deed, args.length > 1 ? "unstake" : "withdraw"),
  getReward: (deed) => call(deed, "claim"),
};

export const WRAPPED: Record<string, Row> = {
  deposit: (deed) => call(deed, "wrap", { receives: [amountText(wrappedOf(deed), deed.value)] }),
  withdraw: (deed, rawAmount: bigint) =>
    call(deed, "unwrap", {
      sends: [amountText(wrappedOf(deed), rawAmount)],
      receives: [amountText("native", rawAmount)],
    }),
};

/** Share conversion rounds down twice. */
export const ROUNDING = 2n;

export const LIDO: Record<string, Row> = {
  submit: (deed) => call(deed, "stake", { receives: [amountText(STETH, deed.value - ROUNDING)] }),
  wrap: (deed, rawAmount: bigint) => call(deed, "wrap", { sends: [amountText(STETH, rawAmount)] }),
  unwrap: (deed, rawAmount: bigint) => call(deed, "unwrap", { sends: [amountText(WSTETH, rawAmount)] }),
};

export const COLLECTION: Record<string, Row> = {
  safeTransferFrom: sendOne,
  transferFrom: sendOne,
  transfer: (deed, to: Address, id: bigint) => sendOne(deed, ...([deed.from, to, id] as unknown as Values)),
  approve: approveOne,
  setApprovalForAll: approveAll,
  burn: (deed, ...args: Values) => {
    const [id] = args as unknown as [bigint];
    const isErc1155 = args.length > 1;
    return call(deed, "burn", {}, ...(isErc1155 ? [] : [sendNft(deed.from, zeroAddress, target(deed), id)]));
  },
  safeBatchTransferFrom: (deed, from: Address, to: Address, ids: readonly bigint[], amounts: readonly bigint[]) => ({
    category: "send",
    actions: ids.map((id, index) => sendNft(from, to, target(deed), id, amounts[index])),
  }),
  mint: (deed) => call(deed, "mint"),
  mintBatch: (deed) => call(deed, "mint"),
  breed: (deed) => call(deed, ""),
  hang: (deed) => call(deed, ""),
};

export const MARKET: Record<string, Row> = {
  list: (deed) => call(deed, ""),
  buy: (deed) => call(deed, ""),
};

export const TOKEN: Record<string, Row> = {
  transfer: transferToken,
  transferFrom: (deed, from: Address, to: Address, rawAmount: bigint) => send(deed, from, to, target(deed), rawAmount),
  approve: approveToken,
  permit: (deed, owner: Address, spender: Address, rawAmount: bigint) =>
    approve(deed, owner, spender, target(deed), rawAmount),
  mint: (deed, to: Address, rawAmount: bigint) =>
    call(deed, "mint", { receives: lower(to) === sender(deed) ? [amountText(target(deed), rawAmount)] : [] }),
};

export const PERMISSIONS: Record<string, Row> = {
  approve: (deed, token: Address, spender: Address, rawAmount: bigint) =>
    approve(deed, deed.from, spender, token, rawAmount),
  transferFrom: (deed, from: Address, to: Address, rawAmount: bigint, token: Address) =>
    send(deed, from, to, token, rawAmount),
  lockdown: (deed, pairs: readonly { token: Address; spender: Address }[]) => ({
    category: "revoke",
    actions: pairs.flatMap(({ token, spender }) => approve(deed, deed.from, spender, token, 0n).actions),
  }),
  permit: (deed, owner: Address, single: { details: { token: Address; amount: bigint }; spender: Address }) =>
    approve(deed, owner, single.spender, single.details.token, single.details.amount),
};

export const PREDICTION: Record<string, Row> = {
  splitPosition: (deed, collateral: Address, _parent: string, _condition: string, _sets: unknown, rawAmount: bigint) =>
    call(deed, "mint", { sends: [amountText(collateral, rawAmount)] }),
  mergePositions: (deed, collateral: Address) => call(deed, "burn", { receives: [amountText(collateral, 0n)] }),
  redeemPositions: (deed, collateral: Address) => call(deed, "claim", { receives: [amountText(collateral, 0n)] }),
};

export const PAYMENTS: Record<string, Row> = {
  disperseEther: (deed) => call(deed, ""),
  disperseTokenSimple: (deed) => call(deed, ""),
  create: (deed) => call(deed, ""),
  payAtSecondAttempt: (deed) => call(deed, ""),
  execute: (deed, to: Address, value: bigint) => send(deed, target(deed), to, "native", value),
};

/** Of an unknown contract. */
export const ANY: Row = (deed) => call(deed, "");

export const readCall = (rows: Record<string, Row>, deed: Deed): Meaning => {
  const { functionName, args } = decodeFunctionData({ abi: deedAbi, data: deed.data });
  const row = rows[functionName];
  if (row === undefined) throw new Error(`Nobody said what ${functionName} of "${deed.deed}" means`);
  return row(deed, ...((args ?? []) as unknown as Values));
};
