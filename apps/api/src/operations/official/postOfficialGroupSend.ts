import { sendMessage } from "../../messages/sendMessage.ts";
import { readContent, readRecipients } from "../../messages/sending.ts";
import type { Operation } from "../../deps.ts";
import { idempotencyKeyOf } from "./idempotencyKeyOf.ts";

type GroupSend = Operation<"postOfficialGroupSend">;
type OfficialRequest = Omit<Parameters<GroupSend>[0], "operationId" | "reply">;

/** POST /v1/official/group_send, and /official/group_send. */
export const postOfficialGroupSend = async (
  { body, header, caller }: OfficialRequest,
  deps: Parameters<GroupSend>[1],
) => {
  const sending = {
    kind: "group_send",
    recipients: readRecipients(body.address_list),
    content: readContent(body.content),
    maxOfferPrice: body.max_offer_price ?? 0,
    prepaymentAmount: body.prepayment_amount,
  } as const;
  const { id, recipients } = await sendMessage(sending, { caller, idempotencyKey: idempotencyKeyOf(header) }, deps);
  return { status: 200, body: { group_send_id: id, accepted_count: recipients } } as const;
};
