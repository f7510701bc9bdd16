import { sendMessage } from "../../messages/sendMessage.ts";
import { readContent, readRecipients } from "../../messages/sending.ts";
import type { Operation } from "../../deps.ts";
import { idempotencyKeyOf } from "./idempotencyKeyOf.ts";

type MessageSend = Operation<"postOfficialMessageSend">;
type OfficialRequest = Omit<Parameters<MessageSend>[0], "operationId" | "reply">;

/** POST /v1/official/message/send, and /official/message/send. */
export const postOfficialMessageSend = async (
  { body, header, caller }: OfficialRequest,
  deps: Parameters<MessageSend>[1],
) => {
  const sending = {
    kind: "message_send",
    recipients: readRecipients([body.addr]),
    content: readContent(body.content),
    maxOfferPrice: body.max_offer_price ?? 0,
    prepaymentAmount: 0,
  } as const;
  const { id } = await sendMessage(sending, { caller, idempotencyKey: idempotencyKeyOf(header) }, deps);
  return { status: 200, body: { message_id: id } } as const;
};
