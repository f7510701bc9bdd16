/** A response that violates the contract. */
export interface Breach {
  /** By its id; by method and path if the contract has none. */
  readonly operation: string;
  readonly target: string;
  readonly status: number;
  readonly violations: readonly string[];
}

export interface ReportJson {
  /** Number of responses per operation. */
  readonly answers: Readonly<Record<string, number>>;
  /** Operations that were not called. */
  readonly notAsked: readonly string[];
  readonly breaches: readonly Breach[];
}

/** Counts responses and stores violations. */
export interface Report {
  readonly add: (breach: Breach) => void;
  readonly toJson: () => ReportJson;
  /** As readable text; equal violations of an operation once. */
  readonly toText: () => string;
}

/** Maximum stored violations; the rest is only counted. */
const MAX_ENTRIES = 10_000;

export function createReport(operationIds: readonly string[]): Report {
  const answers = new Map<string, number>();
  const breaches: Breach[] = [];
  const lines = new Map<string, number>();
  let broken = 0;
  const addBreach = (breach: Breach): void => {
    broken += 1;
    for (const line of toLines(breach)) lines.set(line, (lines.get(line) ?? 0) + 1);
    if (breaches.length < MAX_ENTRIES) breaches.push(breach);
  };
  return {
    add: (breach) => {
      answers.set(breach.operation, (answers.get(breach.operation) ?? 0) + 1);
      if (breach.violations.length > 0) addBreach(breach);
    },
    toJson: () => ({
      answers: Object.fromEntries(answers),
      notAsked: operationIds.filter((id) => !answers.has(id)),
      breaches,
    }),
    toText: () => {
      const total = [...answers.values()].reduce((sum, count) => sum + count, 0);
      const head = `validate: ${total} responses of ${answers.size} operations, ${broken} violated the contract`;
      const texts = [...lines].map(([line, count]) => (count > 1 ? `  ${line} (${count} times)` : `  ${line}`));
      return [head, ...texts].join("\n");
    },
  };
}

/** Removes duplicates; equal violations of list elements are one line. */
export const summarize = (violations: readonly string[]): string[] => [...new Set(violations.map(withoutIndices))];

const withoutIndices = (violation: string): string =>
  violation.replaceAll(/^\S*: |(?<=property )\S+/g, (location) =>
    location.replaceAll(/(?<=^|[/.])\d+(?=$|[/.:])/g, "*"),
  );

const toLines = ({ operation, status, violations }: Breach): string[] =>
  summarize(violations).map((violation) => `${operation} ${status}: ${violation}`);
