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
    return broken("redis", (error as Error).message, "mend it: no service starts with it");
  }
  if (url === undefined) return ok("redis", "REDIS_URL is not set: each process counts requests for itself");
  const { host } = new URL(url);
  try {
    await pingRedis(url);
    return ok("redis", `${host} answers: all processes count requests together`);
  } catch (error) {
    const advice =
      "see that it runs and takes the password, or mend REDIS_URL: until then each process counts for itself";
    return warn("redis", `${host}: ${(error as Error).message}`, advice);
  }
}

async function checkWebhook(env: NodeJS.ProcessEnv): Promise<Finding> {
  const { readMessageDays, readWebhookSettings } = await import("@portico/api"); // loaded only here, for the start-up time of other commands
  try {
    const days = readMessageDays(env);
    const retention = days === 0 ? "messages are kept for ever" : `messages are kept for ${days} days`;
    const webhook = readWebhookSettings(env);
    if (webhook === undefined) return ok("messages", `${retention}, and told to no webhook`);
    const { protocol, host } = new URL(webhook.url);
    if (protocol === "https:") return ok("messages", `${retention}, and told to the webhook at ${host}`);
    const advice = "have PORTICO_MESSAGE_WEBHOOK name an https URL";
    return warn(
      "messages",
      `${retention}, and told to the webhook at ${host}, which everybody on the way can read`,
      advice,
    );
  } catch (error) {
    return broken("messages", (error as Error).message, "mend it: the data API does not start with it");
  }
}
