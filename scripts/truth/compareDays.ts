import { unwrap } from "@portico/client";
import { type Comparison, createCollector } from "./comparison.ts";
import type { RunningService } from "./runService.ts";
import { type KnownToken, toTokenId, type ValueTruth } from "./valueTruth.ts";

const DAY = 86_400;
/** The last time of a day for which there is a price. */
const CLOSE = DAY - 300;

export const formatDay = (timeAt: number): string => new Date(timeAt * 1_000).toISOString().slice(0, 10);
const startOfDay = (timeAt: number): number => Math.floor(timeAt / DAY) * DAY;

/** Token prices at the end of every day of the devnet, on the day before its start, and today. */
export async function compareDays(
  service: RunningService,
  truths: ReadonlyMap<string, ValueTruth>,
): Promise<Comparison> {
  const { compareNear, finish } = createCollector();
  for (const truth of truths.values()) {
    const { past, tokens, priceAt } = truth;
    const [first = 0, today = 0] = [past.blocks[0]?.timeAt, past.blocks.at(-1)?.timeAt].map((at) =>
      startOfDay(at ?? 0),
    );
    const days = Array.from({ length: (today - first) / DAY + 2 }, (_, index) => first - DAY + index * DAY);
    for (const token of tokens) {
      const now = await readNow(service, truth, token);
      const expect = (day: number) => (day === today ? now : day < first ? 0 : priceAt(token.address, day + CLOSE));
      const answers = days.map((day) => readDay(service, truth, { token, date: formatDay(day) }));
      for (const [index, price] of (await Promise.all(answers)).entries()) {
        const day = days[index] ?? NaN;
        compareNear(`${truth.chain.slug} ${token.address} on ${formatDay(day)}`, price, expect(day));
      }
    }
  }
  return finish();
}

async function readNow({ client }: RunningService, { chain }: ValueTruth, { address }: KnownToken): Promise<number> {
  const query = { chain_id: chain.slug, id: toTokenId(chain, address) };
  return (await unwrap(client.GET("/v1/token", { params: { query } }))).price;
}

async function readDay(
  { client }: RunningService,
  { chain }: ValueTruth,
  { token, date }: { token: KnownToken; date: string },
): Promise<number> {
  const query = { chain_id: chain.slug, id: toTokenId(chain, token.address), date_at: date };
  return (await unwrap(client.GET("/v1/token/history_price", { params: { query } }))).price;
}
