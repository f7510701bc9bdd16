import { getChain, type Address, type Hex } from "@portico/evm";
import { encodeFunctionData, erc20Abi, erc721Abi, maxUint256 } from "viem";
import type { RecordedUser, Recording } from "../recorded/recording.ts";

const EXPLAIN = "/v1/wallet/explain_tx";
const SIMULATE = "/v1/wallet/pre_exec_tx";

/** A request about a transaction. */
export interface RecordedCall {
  readonly target: string;
  readonly body: object;
}

/** Transactions that an owner could send: explained, and simulated if a token moves exactly. */
export function listTransactions(
  { catalogue, users }: Recording,
  { address, holdings, nfts }: RecordedUser,
): RecordedCall[] {
  const other = (users.find((user) => user.address !== address)?.address ?? address) as Address;
  const of = (chain: string, to: string, data: Hex) => ({
    tx: { chainId: getChain(chain).chainId, from: address, to, data, nonce: "0x1" },
  });
  /** Receipts may move other amounts than requested: stETH, which counts in shares, a wei less. */
  const isPlain = (chain: string, id: string): boolean =>
    catalogue.tokens.some(
      ({ token }) => token.chain === chain && token.id === id && token.is_core && token.protocol_id === "",
    );
  const moved = holdings.filter(({ id, digits }) => id.startsWith("0x") && digits !== "0");
  const tokens = moved.flatMap(({ chain, id, digits }): RecordedCall[] => {
    const transfer = (rawAmount: bigint) =>
      of(chain, id, encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args: [other, rawAmount] }));
    const approve = encodeFunctionData({ abi: erc20Abi, functionName: "approve", args: [other, maxUint256] });
    const simulated = isPlain(chain, id) ? [transfer(BigInt(digits)), transfer(BigInt(digits) + 1n)] : [];
    return [
      { target: EXPLAIN, body: transfer(BigInt(digits)) },
      { target: EXPLAIN, body: of(chain, id, approve) },
      ...simulated.map((body) => ({ target: SIMULATE, body })),
    ];
  });
  const given = nfts.filter((nft) => nft.is_erc721).slice(0, 5);
  const owned = given.map(({ chain, contract_id: id, inner_id: inner }): RecordedCall => {
    const args = [address as Address, other, BigInt(inner)] as const;
    const data = encodeFunctionData({ abi: erc721Abi, functionName: "transferFrom", args });
    return { target: EXPLAIN, body: of(chain, id, data) };
  });
  return [...tokens, ...owned];
}

/** A simulation's balance changes; for a failure, its code. */
export function maskSimulated({ status, body }: { status: number; body: unknown }): unknown {
  const { pre_exec: run, balance_change: change } = body as {
    pre_exec?: { error: { code: number } | null };
    balance_change?: object;
  };
  if (run === undefined) return { status, body };
  return { status, code: run.error?.code ?? null, ...(run.error === null && { change }) };
}
