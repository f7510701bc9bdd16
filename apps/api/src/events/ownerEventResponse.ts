import type { OwnerEvent as OwnerEventResponse } from "@portico/contract";
import { getChain, NATIVE_TOKEN } from "@portico/evm";
import { toEventId, type OwnerEvent } from "@portico/store";

/** An event in the form of the contract. @param previousNumber - Of the event that was sent before it. */
export function toOwnerEventResponse(event: OwnerEvent, previousNumber: bigint): OwnerEventResponse {
  const { native } = getChain(event.chain);
  const { block, transaction } = event;
  return {
    id: toEventId(event),
    type: event.reverts === undefined ? "activity" : "reverted",
    user_addr: event.owner,
    chain_id: event.chain,
    number: Number(event.number),
    previous_number: Number(previousNumber),
    reverts: event.reverts === undefined ? null : Number(event.reverts),
    block: { number: Number(block.blockNumber), hash: block.hash, time_at: block.timeAt },
    tx:
      transaction === undefined
        ? null
        : {
            hash: transaction.hash,
            index: transaction.index,
            from_addr: transaction.sender ?? "",
            to_addr: transaction.recipient ?? "",
            is_success: transaction.isSuccess ?? null,
          },
    movements: event.movements.map((movement) => ({
      kind: movement.kind,
      direction: movement.isInbound ? "in" : "out",
      token_id: movement.token === NATIVE_TOKEN ? native.id : movement.token,
      inner_id: movement.tokenId?.toString() ?? "",
      raw_amount_str: movement.rawAmount.toString(),
      other_addr: movement.counterparty,
    })),
    movement_count: event.movementCount,
  };
}
