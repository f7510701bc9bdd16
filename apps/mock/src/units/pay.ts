import { operationTable } from "@portico/contract";
import type { Units } from "./createUnits.ts";
import type { Reply } from "../reply.ts";

/** The member of the header `RateLimit` with the units. */
const MEMBER = /, "units";r=\d+/;
const NODE_AWAY = 2002;

/** A call's price in the contract; for messages to many addresses, per address. */
export function priceOf(operationId: string, body: unknown): number {
  const { units } = operationTable[operationId as keyof typeof operationTable];
  const { address_list: recipients } = (body ?? {}) as { address_list?: unknown };
  if (!operationId.startsWith("postOfficialGroupSend") || !Array.isArray(recipients)) return units;
  return units * new Set(recipients.map((address) => String(address).toLowerCase())).size;
}

export interface Payment {
  readonly units: Units;
  /** The account that is charged; undefined: none. */
  readonly account: string | undefined;
  readonly price: number;
  /** The response if there are too few units. */
  readonly refuse: (left: number) => Promise<Reply>;
}

/** Charges a response before its work, and refunds an error. */
export async function pay({ units, account, price, refuse }: Payment, work: () => Promise<Reply>): Promise<Reply> {
  if (account === undefined || price === 0) return work();
  if (!units.charge(account, price)) return refuse(units.getBalance(account));
  let isEarned = false;
  try {
    const reply = await work();
    isEarned = reply.status < 300 && !isWaived(reply.body);
    return reply;
  } finally {
    if (!isEarned) units.refund(account, price);
  }
}

/** A simulation that no node performed is free. */
const isWaived = (body: unknown): boolean =>
  (body as { pre_exec?: { error?: { code?: number } | null } } | undefined)?.pre_exec?.error?.code === NODE_AWAY;

/** Adds the remaining units to the header `RateLimit`; without an account, nothing. */
export function reportLeft(reply: Reply, left: number | undefined): Reply {
  const unitsText = left === undefined ? "" : `, "units";r=${left}`;
  const entries = Object.entries(reply.headers ?? {}).map(([name, value]) =>
    name.toLowerCase() === "ratelimit" ? [name, value.replace(MEMBER, unitsText)] : [name, value],
  );
  return { ...reply, headers: Object.fromEntries(entries) as Record<string, string> };
}
