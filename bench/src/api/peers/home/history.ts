import type { TokenOf } from "./positions.ts";
import { amountOf } from "./readings.ts";

const { rawJSON } = JSON as JSON & { rawJSON: (text: string) => unknown };

const CHAIN = "eth";
const NATIVE_DECIMALS = 18;
const TRANSFER = "a9059cbb";
const ZERO_ADDRESS = `0x${"0".repeat(40)}`;

/** Of the owner; without fees. Numbers are decimal digits. */
export interface Move {
  readonly isInbound: boolean;
  readonly token: string;
  readonly counterparty: string;
  readonly rawAmount: string;
}

/** A transaction with the owner's moves. Numbers of wei are decimal digits. */
export interface Transaction {
  readonly hash: string;
  readonly block: number;
  readonly index: number;
  readonly time: number;
  readonly sender: string;
  readonly recipient: string;
  readonly rawValue: string;
  readonly rawFee: string;
  /** USD of a native coin then; null without a price. */
  readonly feePrice: number | null;
  /** Calldata in hexadecimal. */
  readonly input: string;
  readonly isSuccess: boolean;
  readonly moves: readonly Move[];
}

/** Whether an address is a contract; null if unknown. */
export type IsContract = (address: string) => boolean | null;

/**
 * The response of GET /v1/user/history_list. Of the categories it knows the one in the fixture: a transfer to nobody.
 * @throws Error for any other.
 */
export function toHistory(transactions: readonly Transaction[], tokenOf: TokenOf, isContract: IsContract) {
  const tokens: Record<string, unknown> = {};
  for (const { moves } of transactions) {
    for (const { token } of moves) {
      const fields = tokenOf(token);
      tokens[`${CHAIN}_token:${token}`] = fields;
      tokens[token] = fields;
    }
  }
  return [
    {
      cate_dict: {},
      project_dict: {},
      token_dict: tokens,
      history_list: transactions.map((one) => toItem(one, tokenOf, isContract)),
      cex_dict: {},
      next_cursor: null,
    },
  ];
}

function toItem(transaction: Transaction, tokenOf: TokenOf, isContract: IsContract) {
  const { hash, block, index, time, sender, recipient, rawValue, rawFee, feePrice, input, isSuccess } = transaction;
  const to = `0x${input.slice(32, 72)}`;
  if (!input.startsWith(TRANSFER) || to !== ZERO_ADDRESS) throw new Error(`${hash} is no transfer to nobody`);
  const moves = transaction.moves.map((move) => {
    const decimals = tokenOf(move.token)?.decimals ?? 0;
    const other = { to_addr: move.counterparty, to_is_contract: isContract(move.counterparty) };
    const amounts = { amount: amountOf(BigInt(move.rawAmount), decimals) };
    return { move, item: { ...amounts, ...other, token_id: move.token, raw_amount: rawJSON(move.rawAmount) } };
  });
  const [first] = moves;
  if (first === undefined) throw new Error(`${hash} moves nothing`);
  const fee = amountOf(BigInt(rawFee), NATIVE_DECIMALS);
  return {
    cate_id: "",
    id: hash,
    project_id: "",
    sends: moves.filter(({ move }) => !move.isInbound).map(({ item }) => item),
    receives: moves.filter(({ move }) => move.isInbound).map(({ item }) => item),
    token_approve: [],
    time_at: time,
    tx: {
      eth_gas_fee: fee,
      usd_gas_fee: fee * (feePrice ?? 0),
      raw_gas_fee: rawJSON(rawFee),
      value: amountOf(BigInt(rawValue), NATIVE_DECIMALS),
      from_addr: sender,
      to_addr: recipient,
      name: "transfer",
      params: [to, BigInt(`0x${input.slice(72, 136)}`).toString()],
      signature: "transfer(address,uint256)",
      status: isSuccess ? 1 : 0,
    },
    chain: CHAIN,
    other_addr: recipient,
    other_is_contract: isContract(recipient),
    cex_id: null,
    is_scam: false,
    category: "burn",
    protocols: [],
    counterpart: null,
    summary: `Burned ${first.item.amount} ${tokenOf(first.move.token)?.symbol}`,
    message: null,
    block_height: block,
    tx_index: index,
    has_more_moves: false,
  };
}
