import { readSwitch } from "@portico/server/switch";
import type { DeliverySettings } from "./deliverEvents.ts";

/** The operator's settings of events and subscriptions. */
export interface EventSettings extends DeliverySettings {
  /** How long events, and deliveries that were given up, are kept. */
  readonly days: number;
  /** Events kept of an owner on a chain. */
  readonly perOwner: number;
}

export const DEFAULT_EVENT_SETTINGS: EventSettings = { isPrivate: false, days: 7, perOwner: 100_000 };

export const EVENTS_HELP = `  PORTICO_EVENT_DAYS    days that events of owners are kept, and deliveries that were given up; 7
  PORTICO_EVENTS_PER_OWNER
                        events kept of an owner on a chain; 100000
  PORTICO_EVENT_WEBHOOK_PRIVATE
                        on: webhooks of subscriptions and alert rules may use http, and private addresses; off`;

/** Longer than the two days in which a delivery is attempted. */
const DAYS = { least: 3, max: 3_650 };
const PER_OWNER = { least: 100, max: 10_000_000 };

/**
 * Reads PORTICO_EVENT_DAYS, PORTICO_EVENTS_PER_OWNER and PORTICO_EVENT_WEBHOOK_PRIVATE.
 * @throws RangeError with the variable and the valid form.
 */
export function readEventSettings(env: NodeJS.ProcessEnv): EventSettings {
  const { days, perOwner } = DEFAULT_EVENT_SETTINGS;
  return {
    isPrivate: readSwitch(env, "PORTICO_EVENT_WEBHOOK_PRIVATE"),
    days: readNumber(env, "PORTICO_EVENT_DAYS", { ...DAYS, otherwise: days }),
    perOwner: readNumber(env, "PORTICO_EVENTS_PER_OWNER", { ...PER_OWNER, otherwise: perOwner }),
  };
}

function readNumber(
  env: NodeJS.ProcessEnv,
  name: string,
  { least, max, otherwise }: { least: number; max: number; otherwise: number },
): number {
  const text = env[name]?.trim() ?? "";
  if (text === "") return otherwise;
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= least && value <= max) return value;
  throw new RangeError(`${name} must be a whole number from ${least} to ${max}`);
}
