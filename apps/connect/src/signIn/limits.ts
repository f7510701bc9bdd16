import { hash } from "node:crypto";
import { addressKey } from "@portico/server";
import type { Store } from "@portico/store";
import type { Request, RequestHandler } from "express";
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { type LimitName, LIMITS, type Rule, type Rules, SHARED_LIMITS } from "./limitRules.ts";
import { createSharedCounter } from "./sharedCounter.ts";
import { SignInError } from "./signInError.ts";

export { NO_LIMITS, type LimitName, type Rules } from "./limitRules.ts";

export interface Limits {
  /** Counts one. @throws SignInError rate_limited. */
  take(this: void, name: LimitName, key: string): Promise<void>;
  /** The same, by the request's IP address, as determined by Express' `trust proxy`. */
  byAddress(this: void, name: LimitName): RequestHandler;
  /**
   * Before the authorization endpoint: per address and per client. @throws SignInError rate_limited, shown on a page.
   */
  readonly authorize: RequestHandler;
  /**
   * Before endpoints with client authentication: after too many wrong secrets none is checked for a while. Sends its
   * own response.
   */
  readonly token: RequestHandler;
}

export interface LimitsOptions {
  readonly rules?: Rules;
  /** Counts SHARED_LIMITS; without it, every process counts everything by itself. */
  readonly db?: Store;
}

export function createLimits({ rules = LIMITS, db }: LimitsOptions = {}): Limits {
  const counters = createCounters(rules, db);
  const { take } = counters;
  const byAddress: Limits["byAddress"] = (name) => async (request, _response, next) => {
    await take(name, addressKey(request.ip));
    next();
  };
  const authorize: RequestHandler = async (request, _response, next) => {
    await take("authorizeByAddress", addressKey(request.ip));
    await take("authorizeByClient", queriedClient(request));
    next();
  };
  return { take, byAddress, authorize, token: limitFailures(counters) };
}

interface Counters {
  take: Limits["take"];
  /** Throws if it is used up, without counting, from memory. */
  assertLeft(this: void, name: LimitName, key: string): Promise<void>;
  /** Counts one, even beyond the limit. */
  note(this: void, name: LimitName, key: string): Promise<void>;
}

function createCounters(rules: Rules, db: Store | undefined): Counters {
  const createAll = (store: Store | undefined) =>
    new Map(Object.entries(rules).map(([name, rule]) => [name, createCounter(name as LimitName, rule, store)]));
  const [limiters, own] = [createAll(db), createAll(undefined)];
  const get = (name: LimitName): RateLimiterAbstract => limiters.get(name)!;
  const usedUp = new RateLimiterMemory({ points: 1, duration: 1 });
  return {
    take: async (name, key) => {
      try {
        await get(name).consume(hashKey(key));
      } catch (error) {
        throw error instanceof RateLimiterRes ? tooMany(error) : error;
      }
    },
    assertLeft: async (name, key) => {
      const state = await usedUp.get(`${name} ${key}`);
      if (state !== null) throw tooMany(state);
    },
    note: async (name, key) => {
      const judge = async ({ consumedPoints, msBeforeNext }: RateLimiterRes) => {
        if (consumedPoints < rules[name].points) return;
        await usedUp.block(`${name} ${key}`, Math.max(msBeforeNext, 1) / 1000);
      };
      await judge(await own.get(name)!.penalty(key)); // this process's own count applies at once, however slow the database is
      await judge(await get(name).penalty(hashKey(key)));
    },
  };
}

const createCounter = (name: LimitName, rule: Rule, db: Store | undefined): RateLimiterAbstract =>
  db !== undefined && SHARED_LIMITS.has(name)
    ? createSharedCounter(db, name, rule)
    : new RateLimiterMemory({ keyPrefix: name, points: rule.points, duration: rule.seconds });

/** Ids of sign-ins are secrets, and users' addresses private: neither is stored. */
const hashKey = (key: string): string => hash("sha256", key, "base64url");

const limitFailures =
  ({ assertLeft, note }: Counters): RequestHandler =>
  async (request, response, next) => {
    const address = addressKey(request.ip);
    const client = `${address} ${basicUser(request)}`;
    try {
      await assertLeft("tokenFailureByAddress", address);
      await assertLeft("tokenFailureByClient", client);
    } catch (error) {
      if (!(error instanceof SignInError)) throw error;
      const { message, retryAfterSeconds } = error;
      response.set({ "retry-after": String(retryAfterSeconds), "cache-control": "no-store", pragma: "no-cache" });
      response.status(429).json({ error: "temporarily_unavailable", error_description: message });
      return;
    }
    response.once("finish", () => {
      if (response.statusCode !== 401) return;
      void note("tokenFailureByAddress", address);
      void note("tokenFailureByClient", client);
    });
    next();
  };

function tooMany({ msBeforeNext }: RateLimiterRes): SignInError {
  const retryAfterSeconds = Math.max(1, Math.ceil(msBeforeNext / 1000));
  return new SignInError("rate_limited", `Too many requests. Try again in ${retryAfterSeconds} s.`, {
    retryAfterSeconds,
  });
}

/** Any client may send any value there: invalid client ids count as one. */
function queriedClient({ query }: Request): string {
  const id = query["client_id"];
  return typeof id === "string" && /^pc_[\da-f]{16}$/.test(id) ? id : "unknown";
}

/** The client of HTTP Basic; clients with their secret in the body count as one, per address. */
function basicUser({ headers: { authorization = "" } }: Request): string {
  const encoded = /^basic ([\w+/=]{1,400})$/i.exec(authorization)?.[1] ?? "";
  const user = Buffer.from(encoded, "base64").toString("latin1").split(":", 1)[0] ?? "";
  return /^pc_[\da-f]{16}$/.test(user) ? user : "unknown";
}
