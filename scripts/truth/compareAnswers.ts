import type { Address } from "viem";
import type { RunningService } from "./runService.ts";

/** What a service answers about owners, compared with what another one does. */
export interface AnswerComparison {
  /** Values of the answers. */
  compared: number;
  differences: string[];
}

const TARGETS = [
  "user/token_list?chain_id=eth&is_all=true",
  "user/nft_list?chain_id=eth&is_all=true",
  "user/token_authorized_list?chain_id=eth",
  "user/nft_authorized_list?chain_id=eth",
  "user/used_chain_list?",
];

/** @param owners - In both. */
export async function compareAnswers(
  expected: RunningService,
  actual: RunningService,
  owners: readonly Address[],
): Promise<AnswerComparison> {
  const comparison: AnswerComparison = { compared: 0, differences: [] };
  for (const owner of owners) {
    for (const target of TARGETS) {
      const path = `${target}&id=${owner}`;
      const [right, other] = await Promise.all([getJson(expected, path), getJson(actual, path)]);
      compareValues(comparison, path, withoutOthers(right), withoutOthers(other));
    }
    const [right, other] = await Promise.all([readHistory(expected, owner), readHistory(actual, owner)]);
    compareValues(comparison, `history of ${owner}`, withoutOthers(right), withoutOthers(other));
  }
  return comparison;
}

interface HistoryPage {
  history_list: { id: string; time_at: number }[];
}

const OTHERS = /price|usd|is_contract|^(source|display_symbol|optimized_symbol)$/;

/** All pages of an owner's history. */
async function readHistory(service: RunningService, owner: Address): Promise<unknown[]> {
  const entries = new Map<string, unknown>();
  for (let before = Number.MAX_SAFE_INTEGER; ;) {
    const start = before === Number.MAX_SAFE_INTEGER ? "" : `&start_time=${before}`;
    const path = `user/history_list?chain_id=eth&page_count=20&id=${owner}${start}`;
    const answer = await getJson(service, path);
    const page = Array.isArray(answer) ? (answer as HistoryPage[])[0]!.history_list : [];
    for (const entry of page) entries.set(entry.id, entry);
    const last = page.at(-1);
    if (last === undefined || last.time_at >= before) return [...entries.values()];
    before = last.time_at;
  }
}

/**
 * Without what depends on others than the owner: prices, which order the lists and tell an airdrop that is worthless
 * (see comparePastPrices); symbols as far as other tokens share them; and which accounts are contracts and who identified
 * them, as far as a full index has seen their creation or their users.
 */
function withoutOthers(value: unknown): unknown {
  if (Array.isArray(value)) {
    const texts = value.map((one) => JSON.stringify(withoutOthers(one)));
    return texts.toSorted().map((text) => JSON.parse(text) as unknown);
  }
  if (typeof value !== "object" || value === null) return value;
  const isHistoryItem = "cate_id" in value;
  const entries = Object.entries(value).filter(([key]) => !OTHERS.test(key) && !(isHistoryItem && key === "is_scam"));
  return Object.fromEntries(entries.map(([key, of]) => [key, withoutOthers(of)]));
}

async function getJson({ apiUrl, accessKey }: RunningService, path: string): Promise<unknown> {
  const response = await fetch(`${apiUrl}/v1/${path}`, { headers: { AccessKey: accessKey } });
  return await response.json();
}

function compareValues(comparison: AnswerComparison, path: string, right: unknown, other: unknown): void {
  if (typeof right === "object" && right !== null && typeof other === "object" && other !== null) {
    for (const key of new Set([...Object.keys(right), ...Object.keys(other)])) {
      const of = (value: object): unknown => (value as Record<string, unknown>)[key];
      compareValues(comparison, `${path} ${key}`, of(right), of(other));
    }
    return;
  }
  comparison.compared++;
  if (right !== other) comparison.differences.push(`${path}: ${String(other)} instead of ${String(right)}`);
}
