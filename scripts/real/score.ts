import type { Answer } from "./answer.ts";
import type { RealTransaction } from "./realTransaction.ts";
import { isSameKind, isSameClass, knownKinds } from "./kinds.ts";
import { toStem } from "./protocolNames.ts";

/** Counts over all views; a view is one transaction for one of its watched owners. */
export interface Score {
  views: number;
  netExact: number;
  feeExpected: number;
  feeExact: number;
  feeUnknown: number;
  /** Another fee than the sender's, or one where a part of it is not known. */
  feeWrong: number;
  protocolExpected: number;
  protocolNamed: number;
  protocolWrong: number;
  kindExpected: number;
  kindRight: number;
  kindRightByClass: number;
  functionCalled: number;
  functionNamed: number;
}

export interface Scored {
  total: Score;
  byChain: Map<string, Score>;
  byKind: Map<string, Score>;
  /** One line per difference. */
  differences: string[];
}

const createScore = (): Score => ({
  views: 0,
  netExact: 0,
  feeExpected: 0,
  feeExact: 0,
  feeUnknown: 0,
  feeWrong: 0,
  protocolExpected: 0,
  protocolNamed: 0,
  protocolWrong: 0,
  kindExpected: 0,
  kindRight: 0,
  kindRightByClass: 0,
  functionCalled: 0,
  functionNamed: 0,
});

/** Compares answers with what really happened. */
export function score(transactions: readonly RealTransaction[], answers: readonly Answer[]): Scored {
  const given = new Map(answers.map((answer) => [keyOf(answer.hash, answer.owner), answer]));
  const scored: Scored = { total: createScore(), byChain: new Map(), byKind: new Map(), differences: [] };
  for (const transaction of transactions) {
    for (const owner of Object.keys(transaction.net)) {
      const answer = given.get(keyOf(transaction.tx.hash, owner));
      if (answer === undefined) throw new Error(`No answer for ${transaction.tx.hash} of ${owner}`);
      const kind = transaction.meaning?.[owner]?.kind ?? "";
      const view = scoreView(transaction, owner, answer, scored.differences);
      for (const sum of [scored.total, at(scored.byChain, answer.chain), at(scored.byKind, kind)]) add(sum, view);
    }
  }
  return scored;
}

const keyOf = (hash: string, owner: string): string => `${hash} ${owner.toLowerCase()}`;

function at(scores: Map<string, Score>, key: string): Score {
  const known = scores.get(key) ?? createScore();
  scores.set(key, known);
  return known;
}

function add(sum: Score, view: Score): void {
  for (const name of Object.keys(sum) as (keyof Score)[]) sum[name] += view[name];
}

function scoreView(transaction: RealTransaction, owner: string, answer: Answer, differences: string[]): Score {
  const { tx, net, fee, lacks, meaning } = transaction;
  const view = { ...createScore(), views: 1 };
  const differ = (what: string, got: string, expected: string) =>
    differences.push(`${answer.chain} ${tx.hash} ${owner} ${what}: ${got} instead of ${expected}`);

  const [gotNet, expectedNet] = [toText(answer.net), toText(net[owner]!)];
  if (gotNet === expectedNet) view.netExact++;
  else differ("net", gotNet, expectedNet);

  if (owner.toLowerCase() === tx.from.toLowerCase()) {
    scoreFee(view, answer.fee, { fee, lacks });
    if (view.feeWrong > 0) differ("fee", answer.fee ?? "unknown", fee ?? "unknown");
    if (typeof tx.to === "string" && (tx.input ?? "0x").length >= 10) {
      view.functionCalled++;
      if (answer.function !== null) view.functionNamed++;
      else differ("function", "none", (tx.input ?? "").slice(0, 10));
    }
  }

  const { kind = "", protocols = [] } = meaning?.[owner] ?? {};
  if (protocols.length > 0) {
    view.protocolExpected++;
    const expected = new Set(protocols.map(toStem));
    if (answer.protocols.some((name) => expected.has(toStem(name)))) view.protocolNamed++;
    else {
      if (answer.protocols.length > 0) view.protocolWrong++;
      differ("protocol", answer.protocols.join() || "none", protocols.join());
    }
  }
  if (knownKinds.has(kind)) {
    view.kindExpected++;
    const isSame = isSameKind(kind, answer.kind);
    if (isSame) view.kindRight++;
    if (isSame || isSameClass(kind, answer.kind)) view.kindRightByClass++;
    if (!isSame) differ("kind", answer.kind || "none", kind);
  }
  return view;
}

function scoreFee(
  view: Score,
  got: string | null,
  { fee, lacks }: { fee: string | undefined; lacks: string | undefined },
): void {
  if (fee === undefined) {
    if (lacks === "l1Fee" && got !== null) view.feeWrong++;
    return;
  }
  view.feeExpected++;
  if (got === null) view.feeUnknown++;
  else if (BigInt(got) === BigInt(fee)) view.feeExact++;
  else view.feeWrong++;
}

/** Net amounts in one order, without zeros. */
const toText = (net: Readonly<Record<string, string>>): string =>
  JSON.stringify(
    Object.entries(net)
      .filter(([, amount]) => BigInt(amount) !== 0n)
      .map(([asset, amount]) => `${asset.toLowerCase()} ${BigInt(amount)}`)
      .toSorted(),
  );
