import { NATIVE_TOKEN, ZERO_ADDRESS } from "@portico/evm";
import { maxUint256 } from "viem";
import type { FunctionRow, Reading } from "../functionRow.ts";
import { amountOf, ifActor, protocolRow } from "./protocolRow.ts";

/**
 * Payments of tokens that routers and position managers hold for the caller between the calls of a multicall.
 * @see https://docs.uniswap.org/contracts/v3/reference/periphery/base/PeripheryPaymentsWithFee
 */
const paymentRows: readonly FunctionRow[] = [
  protocolRow("unwrap", "function unwrapWETH9(uint256 amountMinimum, address recipient) payable", (a, reading) => ({
    receives: ifActor(reading, a["recipient"], amountOf(NATIVE_TOKEN, a["amountMinimum"])),
  })),
  protocolRow("unwrap", "function unwrapWETH9(uint256 amountMinimum) payable", (a) => ({
    receives: amountOf(NATIVE_TOKEN, a["amountMinimum"]),
  })),
  // The fee is at most 1 % of the balance, which is at least the minimum.
  protocolRow(
    "unwrap",
    "function unwrapWETH9WithFee(uint256 amountMinimum, address recipient, uint256 feeBips, address feeRecipient) payable",
    (a, reading) => ({
      receives: ifActor(reading, a["recipient"], amountOf(NATIVE_TOKEN, lessFee(a["amountMinimum"], a["feeBips"]))),
    }),
  ),
  protocolRow(
    "unwrap",
    "function unwrapWETH9WithFee(uint256 amountMinimum, uint256 feeBips, address feeRecipient) payable",
    (a) => ({ receives: amountOf(NATIVE_TOKEN, lessFee(a["amountMinimum"], a["feeBips"])) }),
  ),
  protocolRow(
    "",
    "function sweepToken(address token, uint256 amountMinimum, address recipient) payable",
    (a, reading) => ({
      receives: ifActor(reading, a["recipient"], amountOf(a["token"], a["amountMinimum"])),
    }),
  ),
  protocolRow("", "function sweepToken(address token, uint256 amountMinimum) payable", (a) => ({
    receives: amountOf(a["token"], a["amountMinimum"]),
  })),
  protocolRow(
    "",
    "function sweepTokenWithFee(address token, uint256 amountMinimum, address recipient, uint256 feeBips, address feeRecipient) payable",
    (a, reading) => ({
      receives: ifActor(reading, a["recipient"], amountOf(a["token"], lessFee(a["amountMinimum"], a["feeBips"]))),
    }),
  ),
  protocolRow(
    "",
    "function sweepTokenWithFee(address token, uint256 amountMinimum, uint256 feeBips, address feeRecipient) payable",
    (a) => ({ receives: amountOf(a["token"], lessFee(a["amountMinimum"], a["feeBips"])) }),
  ),
  protocolRow("", "function refundETH() payable", () => ({})),
  protocolRow("wrap", "function wrapETH(uint256 value) payable", (a) => ({
    sends: amountOf(NATIVE_TOKEN, a["value"]),
  })),
  protocolRow("", "function pull(address token, uint256 value) payable", (a) => ({
    sends: amountOf(a["token"], a["value"]),
  })),
];

const lessFee = (rawAmount: bigint, bips: bigint): bigint =>
  bips > 10_000n ? 0n : rawAmount - (rawAmount * bips) / 10_000n;

const permitRow = (signature: string, amount: string | undefined): FunctionRow => ({
  signature,
  category: "approve",
  read: ({ args, actor, call }: Reading) => [
    {
      type: "approve_token",
      owner: actor,
      spender: call.to ?? ZERO_ADDRESS,
      amount: { token: args["token"], rawAmount: amount === undefined ? maxUint256 : args[amount] },
    },
  ],
});
const signed = "uint8 v, bytes32 r, bytes32 s";

/** @see https://docs.uniswap.org/contracts/v3/reference/periphery/base/SelfPermit; the Allowed ones are DAI's: all or nothing */
const selfPermitRows: readonly FunctionRow[] = ["", "IfNecessary"].flatMap((when) => [
  permitRow(`function selfPermit${when}(address token, uint256 value, uint256 deadline, ${signed}) payable`, "value"),
  permitRow(
    `function selfPermitAllowed${when}(address token, uint256 nonce, uint256 expiry, ${signed}) payable`,
    undefined,
  ),
]);

export const uniswapV3PaymentRows: readonly FunctionRow[] = [...paymentRows, ...selfPermitRows];
