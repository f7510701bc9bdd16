import type { Address, Hash } from "@portico/evm";
import { pad } from "viem";

export interface PortalRange {
  owner: Address;
  fromBlock: bigint;
  toBlock: bigint;
  /** Hash of the block before `fromBlock`, if it is known; another one on the portal's chain is answered with 409. */
  parentHash?: Hash | undefined;
}

/**
 * All transactions that an owner sent or received, or that a log or a trace of theirs names: as `POST /stream` of an SQD
 * portal expects it.
 * @see https://docs.sqd.dev/en/portal/evm/api
 */
export function createPortalQuery({ owner, fromBlock, toBlock, parentHash }: PortalRange): Record<string, unknown> {
  const addresses = [owner.toLowerCase()];
  const topics = addresses.map((address) => pad(address as Address));
  const related = { transaction: true };
  return {
    type: "evm",
    fromBlock: Number(fromBlock),
    toBlock: Number(toBlock),
    ...(parentHash !== undefined && { parentBlockHash: parentHash }),
    fields: { block: { number: true, hash: true }, transaction: { hash: true } },
    transactions: [{ from: addresses }, { to: addresses }],
    logs: ["topic1", "topic2", "topic3"].map((position) => ({ [position]: topics, ...related })),
    traces: ["callTo", "callFrom", "createFrom", "suicideRefundAddress"].map((role) => ({
      [role]: addresses,
      ...related,
    })),
  };
}
