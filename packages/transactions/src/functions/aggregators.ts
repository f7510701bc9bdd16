import { type Address, type Hex, NATIVE_TOKEN, ZERO_ADDRESS } from "@portico/evm";
import type { Args, FunctionRow, Reading } from "../functionRow.ts";
import { amountOf, type Effects, ifActor, protocolRow, valueOf } from "./protocolRow.ts";
import { readShape, shapeOf } from "./shape.ts";

/** @param from - Native coin is the zero address or 0xee…ee. */
const tokensFor = (
  reading: Reading,
  from: Address,
  rawIn: bigint,
  to: Address,
  received: Effects["receives"] = [],
) => ({
  sends: from === ZERO_ADDRESS || from === NATIVE_TOKEN ? valueOf(reading) : amountOf(from, rawIn),
  receives: ifActor(reading, to === ZERO_ADDRESS ? reading.actor : to, received),
});

const described = ({ desc }: Args, reading: Reading): Effects =>
  tokensFor(reading, desc.srcToken, desc.amount, desc.dstReceiver, amountOf(desc.dstToken, desc.minReturnAmount));
/** Only the pools know the output. */
const unoswapped = (a: Args, reading: Reading): Effects =>
  tokensFor(reading, a["srcToken"], a["amount"], reading.actor);
/** Since v6 an address is the low 160 bits of a number. */
const unoswappedPacked = (a: Args, reading: Reading): Effects =>
  tokensFor(reading, toAddress(a["token"]), a["amount"], reading.actor);
const toAddress = (packed: bigint): Address => `0x${BigInt.asUintN(160, packed).toString(16).padStart(40, "0")}`;

const desc = (permit = ""): string =>
  `(address srcToken, address dstToken, address srcReceiver, address dstReceiver, uint256 amount, uint256 minReturnAmount, uint256 flags${permit}) desc`;
const dexes = ["uint256 dex", "uint256 dex, uint256 dex2", "uint256 dex, uint256 dex2, uint256 dex3"];

/** AggregationRouter v4, v5 and v6. @see https://portal.1inch.dev/documentation */
const oneInchRows: readonly FunctionRow[] = [
  protocolRow("swap", `function swap(address caller, ${desc(", bytes permit")}, bytes data) payable`, described),
  protocolRow("swap", `function swap(address executor, ${desc()}, bytes permit, bytes data) payable`, described),
  protocolRow("swap", `function swap(address executor, ${desc()}, bytes data) payable`, described),
  ...["bytes32[]", "uint256[]"].map((pools) =>
    protocolRow(
      "swap",
      `function unoswap(address srcToken, uint256 amount, uint256 minReturn, ${pools} pools) payable`,
      unoswapped,
    ),
  ),
  protocolRow(
    "swap",
    "function unoswapTo(address recipient, address srcToken, uint256 amount, uint256 minReturn, uint256[] pools) payable",
    unoswapped,
  ),
  // Only the first pool knows the input, unless it is native coin.
  protocolRow("swap", "function uniswapV3Swap(uint256 amount, uint256 minReturn, uint256[] pools) payable"),
  protocolRow(
    "swap",
    "function uniswapV3SwapTo(address recipient, uint256 amount, uint256 minReturn, uint256[] pools) payable",
  ),
  ...dexes.flatMap((path, at) => {
    const count = at === 0 ? "" : String(at + 1);
    const amounts = "uint256 token, uint256 amount, uint256 minReturn";
    return [
      protocolRow("swap", `function unoswap${count}(${amounts}, ${path})`, unoswappedPacked),
      protocolRow("swap", `function unoswapTo${count}(uint256 to, ${amounts}, ${path})`, unoswappedPacked),
      protocolRow("swap", `function ethUnoswap${count}(uint256 minReturn, ${path}) payable`),
      protocolRow("swap", `function ethUnoswapTo${count}(uint256 to, uint256 minReturn, ${path}) payable`),
    ];
  }),
];

const slippage = "(address recipient, address buyToken, uint256 minAmountOut) slippage";
const settle = shapeOf(`${slippage}, bytes[] actions, bytes32 zidAndAffiliate`);
const SETTLER_EXECUTE = "0x1fff991f";

const bought = (reading: Reading, { slippage: { recipient, buyToken, minAmountOut } }: Args): Effects => ({
  receives: ifActor(reading, recipient, amountOf(buyToken, minAmountOut)),
});

/** AllowanceHolder lends a token's allowance; Settler's call determines what is returned. */
const held = (a: Args, reading: Reading): Effects => {
  const data: Hex = a["data"];
  const inner = data.startsWith(SETTLER_EXECUTE) ? readShape(settle, `0x${data.slice(10)}`) : undefined;
  return {
    ...tokensFor(reading, a["token"], a["amount"], reading.actor),
    ...(inner && bought(reading, inner)),
  };
};

/** Exchange proxy, Settler and AllowanceHolder of 0x. @see https://0x.org/docs/developer-resources/core-concepts/contracts */
const zeroExRows: readonly FunctionRow[] = [
  protocolRow(
    "swap",
    "function transformERC20(address inputToken, address outputToken, uint256 inputTokenAmount, uint256 minOutputTokenAmount, (uint32 deploymentNonce, bytes data)[] transformations) payable",
    (a, reading) =>
      tokensFor(
        reading,
        a["inputToken"],
        a["inputTokenAmount"],
        reading.actor,
        amountOf(a["outputToken"], a["minOutputTokenAmount"]),
      ),
  ),
  protocolRow(
    "swap",
    "function sellToUniswap(address[] tokens, uint256 sellAmount, uint256 minBuyAmount, bool isSushi) payable",
    ({ tokens, sellAmount, minBuyAmount }, reading) =>
      tokens.length === 0
        ? {}
        : tokensFor(reading, tokens[0], sellAmount, reading.actor, amountOf(tokens.at(-1), minBuyAmount)),
  ),
  protocolRow(
    "swap",
    `function execute(${slippage}, bytes[] actions, bytes32 zidAndAffiliate) payable`,
    (a, reading) => ({
      sends: valueOf(reading),
      ...bought(reading, a),
    }),
  ),
  protocolRow(
    "swap",
    "function exec(address operator, address token, uint256 amount, address target, bytes data) payable",
    held,
  ),
];

/** Orders of CoW Protocol: solvers settle them later. @see https://docs.cow.fi/cow-protocol/reference/contracts/core */
const cowRows: readonly FunctionRow[] = [
  protocolRow("", "function setPreSignature(bytes orderUid, bool signed)"),
  protocolRow("", "function invalidateOrder(bytes orderUid)"),
  protocolRow(
    "order_placed",
    "function createOrder((address buyToken, address receiver, uint256 sellAmount, uint256 buyAmount, bytes32 appData, uint256 feeAmount, uint32 validTo, bool partiallyFillable, int64 quoteId) order) payable",
  ),
];

export const aggregatorRows: readonly FunctionRow[] = [...oneInchRows, ...zeroExRows, ...cowRows];
