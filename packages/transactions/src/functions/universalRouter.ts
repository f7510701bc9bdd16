import { type Address, type Hex, NATIVE_TOKEN } from "@portico/evm";
import type { Action, TokenAmount } from "../action.ts";
import type { Category } from "../category.ts";
import type { Args, FunctionRow, Reading } from "../functionRow.ts";
import { amountOf, callUnknown, type Effects, readRow, sumByToken, valueOf } from "./protocolRow.ts";
import { readV4Actions } from "./readV4Actions.ts";
import { readShape } from "./shape.ts";
import { ifReached } from "./uniswapV3.ts";
import { readPathEnds } from "./uniswapV3Path.ts";
import { command, commandShapes } from "./universalRouterShapes.ts";

/** More than any interface puts into one transaction, sub-plans included. */
const COMMANDS_MAX = 256;
const DEPTH_MAX = 3;
const ALLOW_REVERT = 0x80;
const KIND_MASK = 0x7f;

interface Step {
  kind: number;
  args: Args;
  /** Its output may not arrive: the plan continues if it fails. */
  mayFail: boolean;
}

/** undefined: a step that isn't understood. */
function* listSteps(commands: Hex, inputs: readonly Hex[], depth = 0, mayFail = false): Generator<Step | undefined> {
  for (const [at, input] of inputs.entries()) {
    const byte = Number.parseInt(commands.slice(2 + at * 2, 4 + at * 2), 16);
    const kind = byte & KIND_MASK;
    const shape = commandShapes[kind];
    const args = shape && readShape(shape, input);
    const canFail = mayFail || (byte & ALLOW_REVERT) !== 0;
    if (args === undefined || (kind === command.subPlan && depth >= DEPTH_MAX)) yield undefined;
    else if (kind !== command.subPlan) yield { kind, args, mayFail: canFail };
    else yield* listSteps(args["commands"], args["inputs"], depth + 1, canFail);
  }
}

/** First and last token of a swap's route. */
function readEnds({ kind, args }: Step): readonly [Address | undefined, Address | undefined] {
  if (args["path"] !== undefined) return [args["path"][0], args["path"].at(-1)];
  const ends = readPathEnds(args["packed"]);
  return kind === command.v3Out ? [ends?.last, ends?.first] : [ends?.first, ends?.last];
}

const isSwap = ({ kind }: Step): boolean =>
  kind === command.v4Swap || (commandShapes[kind] ?? []).some(({ name }) => name === "payerIsUser");

function readStep(reading: Reading, step: Step): Effects {
  const { kind, args } = step;
  if (kind === command.v4Swap) return readV4Actions(reading, args["actions"], args["params"]);
  if (isSwap(step)) {
    const [tokenIn, tokenOut] = readEnds(step);
    return {
      sends: args["payerIsUser"] === true ? amountOf(tokenIn, args["amountIn"] ?? args["amountInMax"]) : [],
      receives: ifReached(reading, args["recipient"], amountOf(tokenOut, args["amountOutMin"] ?? args["amountOut"])),
    };
  }
  return readPayment(reading, kind, args);
}

function readPayment(reading: Reading, kind: number, args: Args): Effects {
  const reached = (token: Address | undefined): Effects => ({
    receives: ifReached(reading, args["recipient"], amountOf(token, args["amount"])),
  });
  if (kind === command.sweep || kind === command.transfer) return reached(args["token"]);
  if (kind === command.unwrap) return reached(NATIVE_TOKEN);
  if (kind === command.wrap) return reached(reading.knowledge.wrappedToken ?? undefined);
  if (kind === command.permit2TransferFrom) return { sends: amountOf(args["token"], args["amount"]) };
  if (kind === command.permit2TransferFromBatch) return { sends: args["transfers"].flatMap(toSent(reading)) };
  if (kind === command.permit2Permit) return { also: [permit(reading, args["permit"], args["permit"].details)] };
  if (kind !== command.permit2PermitBatch) return {};
  return { also: args["permit"].details.map((details: Args) => permit(reading, args["permit"], details)) };
}

const toSent =
  ({ actor }: Reading) =>
  ({ from, token, amount }: Args): TokenAmount[] =>
    from === actor ? amountOf(token, amount) : [];

const permit = ({ actor }: Reading, { spender }: Args, { token, amount }: Args): Action => ({
  type: "approve_token",
  owner: actor,
  spender,
  amount: { token, rawAmount: amount },
  isPermit2: true,
});

const execute = (a: Args, reading: Reading): Effects & { category: Category | "" } => {
  const all = listSteps(a["commands"], a["inputs"])
    .take(COMMANDS_MAX + 1)
    .toArray();
  const steps = all.slice(0, COMMANDS_MAX).filter((step) => step !== undefined);
  const effects = steps.map((step) => ({ step, ...readStep(reading, step) }));
  // Native coin is paid by the call's value alone: what is settled or wrapped comes out of that.
  const tokens = effects.flatMap(({ sends = [] }) => sends).filter(({ token }) => token !== NATIVE_TOKEN);
  const sends = sumByToken([...valueOf(reading), ...tokens]);
  const receives = effects.flatMap(({ step, receives: given = [] }) =>
    given.map(({ token, rawAmount }) => ({ token, rawAmount: step.mayFail ? 0n : rawAmount })),
  );
  return {
    category: findCategory(steps),
    sends,
    receives: withoutChange(sumByToken(receives), sends),
    also: [...effects.flatMap(({ also = [] }) => also), ...(steps.length < all.length ? callUnknown(reading) : [])],
  };
};

/** Sweeping back a token that was paid is change: its minimum is nothing. */
const withoutChange = (receives: readonly TokenAmount[], sends: readonly TokenAmount[]): TokenAmount[] =>
  receives.filter(({ token, rawAmount }) => rawAmount > 0n || !sends.some((sent) => sent.token === token));

function findCategory(steps: readonly Step[]): Category | "" {
  if (steps.some(isSwap)) return "swap";
  if (steps.some(({ kind }) => kind === command.wrap)) return "wrap";
  return steps.some(({ kind }) => kind === command.unwrap) ? "unwrap" : "";
}

/** Universal Router. @see https://docs.uniswap.org/contracts/universal-router/technical-reference */
export const universalRouterRows: readonly FunctionRow[] = [
  readRow("function execute(bytes commands, bytes[] inputs, uint256 deadline) payable", execute),
  readRow("function execute(bytes commands, bytes[] inputs) payable", execute),
];
