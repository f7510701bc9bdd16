import { pingRedis, readRateSettings } from "@portico/metering";
import type { Shell } from "../shell.ts";
import { broken, type Finding, ok, warn } from "./finding.ts";

/** External services besides the database and nodes: Redis, and the operator's webhook. */
export const checkServices = async ({ env }: Pick<Shell, "env">): Promise<Finding[]> => [
  await checkRedis(env),
  await checkWebhook(env),
];

async function checkRedis(env: NodeJS.ProcessEnv): Promise<Finding> {
  let url: string | undefined;
  try {
    url = readRateSettings(env).redisUrl;
  } catch (error) {
    return broken("redis", (error as Error).message, "correct it: no service starts with this value");
  }
  if (url === undefined) return ok("redis", "REDIS_URL is not set: each process counts requests on its own");
  const { host } = new URL(url);
  try {
    await pingRedis(url);
    return ok("redis", `${host} responds: all processes share their request counts`);
  } catch (error) {
    const advice =
      "check that it is running and accepts the password, or correct REDIS_URL: until then each process counts on its own";
    return warn("redis", `${host}: ${(error as Error).message}`, advice);
  }
}

async function checkWebhook(env: NodeJS.ProcessEnv): Promise<Finding> {
  const { readMessageDays, readWebhookSettings } = await import("@portico/api"); // loaded only here, for the start-up time of other commands
  try {
    const days = readMessageDays(env);
    const retention = days === 0 ? "messages are stored indefinitely" : `messages are stored for ${days} days`;
    const webhook = readWebhookSettings(env);
    if (webhook === undefined) return ok("messages", `${retention}; no webhook is set`);
    const { protocol, host } = new URL(webhook.url);
    if (protocol === "https:") return ok("messages", `${retention} and sent to the webhook at ${host}`);
    const advice = "set PORTICO_MESSAGE_WEBHOOK to an https URL";
    return warn("messages", `${retention} and sent to the webhook at ${host} without encryption`, advice);
  } catch (error) {
    return broken("messages", (error as Error).message, "correct it: the data API does not start with this value");
  }
}
