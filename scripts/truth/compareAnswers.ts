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
  "user/history_list?chain_id=eth&page_count=20",
  "user/history_list?chain_id=eth&page_count=20&start_time=1735800000",
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
  }
  return comparison;
}

/**
 * Without what depends on others than the owner: prices, which order the lists, and which accounts are contracts and who
 * identified them, as far as a full index has seen their creation or their users.
 */
function withoutOthers(value: unknown): unknown {
  if (Array.isArray(value)) {
    const texts = value.map((one) => JSON.stringify(withoutOthers(one)));
    return texts.toSorted().map((text) => JSON.parse(text) as unknown);
  }
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(([key]) => !/price|usd|is_contract|^source$/.test(key));
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
