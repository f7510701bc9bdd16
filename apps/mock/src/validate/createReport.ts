/** An answer that broke the contract. */
export interface Breach {
  /** By its id; by method and path where the contract has none. */
  readonly operation: string;
  readonly target: string;
  readonly status: number;
  readonly violations: readonly string[];
}

export interface ReportJson {
  /** How often each operation answered. */
  readonly answers: Readonly<Record<string, number>>;
  /** Operations that were not asked. */
  readonly notAsked: readonly string[];
  readonly breaches: readonly Breach[];
}

/** Counts what passed and keeps what broke the contract. */
export interface Report {
  readonly add: (breach: Breach) => void;
  readonly toJson: () => ReportJson;
  /** For people; the same breach of the same operation once. */
  readonly toText: () => string;
}

/** Breaches that are kept whole; the rest is counted in what people read. */
const KEPT = 10_000;

export function createReport(operationIds: readonly string[]): Report {
  const answers = new Map<string, number>();
  const breaches: Breach[] = [];
  return {
    add: (breach) => {
      answers.set(breach.operation, (answers.get(breach.operation) ?? 0) + 1);
      if (breach.violations.length > 0 && breaches.length < KEPT) breaches.push(breach);
    },
    toJson: () => ({
      answers: Object.fromEntries(answers),
      notAsked: operationIds.filter((id) => !answers.has(id)),
      breaches,
    }),
    toText: () => {
      const total = [...answers.values()].reduce((sum, count) => sum + count, 0);
      const lines = countLines(breaches).map(([line, count]) => (count > 1 ? `${line} (${count} times)` : line));
      const head = `validate: ${total} answers of ${answers.size} operations, ${breaches.length} broke the contract`;
      return [head, ...lines.map((line) => `  ${line}`)].join("\n");
    },
  };
}

/** What is wrong; elements of a list that are wrong alike are one line. */
export const summarize = (violations: readonly string[]): string[] => [...new Set(violations.map(withoutPlaces))];

const withoutPlaces = (violation: string): string =>
  violation.replaceAll(/^\S*: |(?<=property )\S+/g, (place) => place.replaceAll(/(?<=^|[/.])\d+(?=$|[/.:])/g, "*"));

function countLines(breaches: readonly Breach[]): [line: string, count: number][] {
  const counts = new Map<string, number>();
  for (const { operation, status, violations } of breaches) {
    for (const violation of summarize(violations)) {
      const line = `${operation} ${status}: ${violation}`;
      counts.set(line, (counts.get(line) ?? 0) + 1);
    }
  }
  return [...counts];
}
