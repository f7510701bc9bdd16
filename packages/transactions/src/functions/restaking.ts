import type { FunctionRow } from "../functionRow.ts";
import { amountOf, protocolRow, valueOf } from "./protocolRow.ts";

/** @see https://github.com/ethereum/consensus-specs/blob/dev/solidity_deposit_contract/deposit_contract.sol */
const depositContractRows: readonly FunctionRow[] = [
  protocolRow(
    "stake",
    "function deposit(bytes pubkey, bytes withdrawal_credentials, bytes signature, bytes32 deposit_data_root) payable",
    (_, reading) => ({ sends: valueOf(reading) }),
  ),
];

/** EigenLayer. @see https://docs.eigenlayer.xyz */
const strategyRows: readonly FunctionRow[] = [
  protocolRow("stake", "function depositIntoStrategy(address strategy, address token, uint256 amount)", (a) => ({
    sends: amountOf(a["token"], a["amount"]),
  })),
];

export const restakingRows: readonly FunctionRow[] = [...depositContractRows, ...strategyRows];
