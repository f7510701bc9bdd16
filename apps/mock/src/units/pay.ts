import { operationTable } from "@portico/contract";
import type { Units } from "./createUnits.ts";
import type { Reply } from "../reply.ts";

/** The member of the header `RateLimit` that tells of units. */
const MEMBER = /, "units";r=\d+/;
const NODE_AWAY = 2002;

/** What a call costs by the contract: one to many addresses, its price for each. */
export function priceOf(operationId: string, body: unknown): number {
  const { units } = operationTable[operationId as keyof typeof operationTable];
  const { address_list: recipients } = (body ?? {}) as { address_list?: unknown };
  if (!operationId.startsWith("postOfficialGroupSend") || !Array.isArray(recipients)) return units;
  return units * new Set(recipients.map((address) => String(address).toLowerCase())).size;
}

export interface Payment {
  readonly units: Units;
  /** Whose units are used; undefined: nobody's. */
  readonly account: string | undefined;
  readonly price: number;
  /** The answer to who has not enough. */
  readonly refuse: (left: number) => Promise<Reply>;
}

/** Takes what an answer costs before anything is done for it, and gives it back when that ends as an error. */
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

/** A simulation that no node did costs nothing. */
const isWaived = (body: unknown): boolean =>
  (body as { pre_exec?: { error?: { code?: number } | null } } | undefined)?.pre_exec?.error?.code === NODE_AWAY;

/** Says in the header `RateLimit` how many units are left; of no account, nothing. */
export function tellLeft(reply: Reply, left: number | undefined): Reply {
  const told = left === undefined ? "" : `, "units";r=${left}`;
  const entries = Object.entries(reply.headers ?? {}).map(([name, value]) =>
    name.toLowerCase() === "ratelimit" ? [name, value.replace(MEMBER, told)] : [name, value],
  );
  return { ...reply, headers: Object.fromEntries(entries) as Record<string, string> };
}
