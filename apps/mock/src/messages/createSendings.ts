import { hash } from "node:crypto";
import type { GroupSendRequest, MessageSendRequest, MessageStatus } from "@portico/contract";
import { invalidParams } from "@portico/server/errors";
import type { IHttpRequest } from "@stoplight/prism-http";
import { createBoundedMap } from "../createBoundedMap.ts";
import { drawHex } from "../scenarios/draw.ts";

/** A request about messages, or any other. */
export interface SendingCall {
  readonly operationId: string;
  readonly request: IHttpRequest;
  /** The account that sent them. */
  readonly account: string | undefined;
}

/** Sent messages and their status. */
export interface Sendings {
  /** Whether it repeats a sending, by `Idempotency-Key`. @throws ServiceError if the key was used with another body. */
  readonly isRepeated: (call: SendingCall) => boolean;
  /**
   * Undefined for an operation that isn't about messages, and for the contract's own sending.
   * @throws ServiceError for an unknown sending, or another account's.
   */
  readonly answer: (call: SendingCall, example: unknown) => object | undefined;
}

interface Sending {
  readonly account: string | undefined;
  readonly status: MessageStatus;
}

/** The sending of an `Idempotency-Key`. */
interface Keyed {
  readonly id: string;
  readonly bodyHash: string;
  /** Milliseconds. */
  readonly endsAt: number;
}

type Kind = MessageStatus["kind"];

const KINDS: Readonly<Record<string, Kind>> = {
  postOfficialGroupSend: "group_send",
  postOfficialMessageSend: "message_send",
};
/** Addresses that block every sender. */
const BLOCKING = /0{4}b10c$/;
const MAX_ENTRIES = 10_000;
/** Lifetime of a key. */
const KEY_MS = 86_400_000;

/** @param now - Milliseconds. */
export function createSendings(now: () => number = Date.now): Sendings {
  const sendings = createBoundedMap<Sending>(MAX_ENTRIES);
  const keys = createBoundedMap<Keyed>(MAX_ENTRIES);
  let made = 0;

  const findRepeated = (kind: Kind, call: SendingCall): string | undefined => {
    const known = keys.get(nameOfKey(kind, call) ?? "");
    if (known === undefined || known.endsAt <= now()) return undefined;
    if (known.bodyHash === hashOf(call)) return known.id;
    throw invalidParams({ "Idempotency-Key": "was already used with another body: send a new key, or the same body" });
  };
  const send = (kind: Kind, call: SendingCall): string => {
    made += 1;
    const key = nameOfKey(kind, call);
    const id = idOf(kind, key === undefined || keys.has(key) ? `number ${made}` : key);
    if (key !== undefined) keys.set(key, { id, bodyHash: hashOf(call), endsAt: now() + KEY_MS });
    sendings.set(id, { account: call.account, status: describe(kind, id, listRecipients(call)) });
    return id;
  };
  const describe = (kind: Kind, id: string, recipients: readonly string[]): MessageStatus => {
    const blocked = recipients.filter((address) => BLOCKING.test(address)).length;
    return {
      id,
      kind,
      recipient_count: recipients.length,
      delivered_count: recipients.length - blocked,
      blocked_count: blocked,
      read_count: 0,
      webhook: { state: "delivered", piece_count: 1, delivered_piece_count: 1, attempt_count: 1 },
      create_at: Math.floor(now() / 1000),
    };
  };
  return {
    isRepeated: (call) => {
      const kind = kindOf(call);
      return kind !== undefined && findRepeated(kind, call) !== undefined;
    },
    answer: (call, example) => {
      const kind = kindOf(call);
      if (kind !== undefined) {
        const id = findRepeated(kind, call) ?? send(kind, call);
        return kind === "message_send"
          ? { message_id: id }
          : { group_send_id: id, accepted_count: listRecipients(call).length };
      }
      if (!call.operationId.startsWith("getOfficialMessageStatus")) return undefined;
      const id = String(call.request.url.query?.["id"]);
      const known = sendings.get(id);
      if (known?.account === call.account && known !== undefined) return known.status;
      if (id === (example as MessageStatus).id) return undefined;
      throw invalidParams({ id: "is not a message that you sent" });
    },
  };
}

const kindOf = ({ operationId }: SendingCall): Kind | undefined => KINDS[operationId.replace(/Unversioned$/, "")];

const idOf = (kind: Kind, name: string): string =>
  `${kind === "group_send" ? "gs" : "ms"}_${drawHex(kind, name, 16).toUpperCase()}`;

/** A key is scoped by account and kind; undefined: none was sent. */
function nameOfKey(kind: Kind, { request: { headers = {} }, account }: SendingCall): string | undefined {
  const key = headers["idempotency-key"];
  return key === undefined ? undefined : drawHex(kind, `key ${account} ${key}`, 64);
}

const hashOf = ({ request: { body } }: SendingCall): string => hash("sha256", JSON.stringify(body));

/** Deduplicated, in lower case. */
function listRecipients({ request: { body } }: SendingCall): string[] {
  const { addr, address_list: listed = [addr ?? ""] } = body as Partial<MessageSendRequest & GroupSendRequest>;
  return [...new Set(listed.map((address) => address.toLowerCase()))];
}
