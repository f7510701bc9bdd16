/**
 * Real transactions of public chains, through the decoder, PostgreSQL and the HTTP API, compared with what really
 * happened. `REAL_TRANSACTIONS=FILE pnpm test real` replays another file; every answer is in
 * `.portico/real-answers.jsonl`.
 */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { startTestApi, type TestApi } from "@portico/api/testing/startTestApi";
import { getChain } from "@portico/evm";
import { loadLists, storeRecorded } from "@portico/indexer/testing/storeRecorded";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Answer, answerView, slugOf } from "./answer.ts";
import { parseExact } from "./parseExact.ts";
import { readRealTransactions } from "./realTransaction.ts";
import { score, type Score } from "./score.ts";

const other = process.env["REAL_TRANSACTIONS"];
const transactions = await readRealTransactions(other ?? join(import.meta.dirname, "transactions.jsonl.gz"));
const folder = join(import.meta.dirname, "../../.portico");

let api: TestApi;
let answers: Answer[];

beforeAll(async () => {
  const ofChains = Map.groupBy(transactions, ({ chain }) => slugOf(chain));
  api = await startTestApi();
  const lists = await loadLists();
  for (const [chain, ofChain] of ofChains) await storeRecorded(api.db, getChain(chain), ofChain, lists);
  await api.api.tokens.reload();
  const service = {
    get: async (path: string) => parseExact(await readText(await api.get(path))),
    post: async (path: string, body: object) => parseExact(await readText(await api.post(path, JSON.stringify(body)))),
  };
  for (const transaction of transactions.slice(0, 3)) await answerView(service, transaction, transaction.tx.from); // loads the code
  answers = [];
  for (const transaction of transactions) {
    for (const owner of Object.keys(transaction.net)) answers.push(await answerView(service, transaction, owner));
  }
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "real-answers.jsonl"), answers.map((answer) => `${JSON.stringify(answer)}\n`).join(""));
  if (!transactions.some(({ meaning }) => meaning !== undefined)) return;
  const { total, differences } = score(transactions, answers);
  await writeFile(join(folder, "real-differences.txt"), differences.map((line) => `${line}\n`).join(""));
  console.log(total);
});
afterAll(() => api.stop());

async function readText(response: Response): Promise<string> {
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${response.status} ${text}`);
  return text;
}

test("every transaction has an answer", () => {
  expect(answers.filter(({ error }) => error !== undefined)).toEqual([]);
  expect(answers.length).toBeGreaterThan(0);
});

/** Of this repository's transactions; more of the good ones is progress: raise the number. */
const COUNTS: Partial<Score> = {
  netExact: 530,
  feeExact: 436,
  feeWrong: 0,
  protocolNamed: 422,
  protocolWrong: 4,
  kindRight: 391,
  kindRightByClass: 436,
  functionNamed: 407,
};

test.runIf(other === undefined)("the figures and the words are as right as they were", () => {
  expect(score(transactions, answers).total).toMatchObject(COUNTS);
});

test.runIf(other === undefined)("both sides of transfers between chains name each other", () => {
  const paired = answers.flatMap(({ chain, hash, counterpart }) => {
    const [otherChain, otherHash] = counterpart?.split(" ") ?? [];
    return otherHash?.startsWith("0x") ? [{ side: `${chain} ${hash}`, otherSide: `${otherChain} ${otherHash}` }] : [];
  });
  const otherOf = new Map(paired.map(({ side, otherSide }) => [side, otherSide]));
  expect(paired.filter(({ side, otherSide }) => otherOf.get(otherSide) !== side)).toEqual([]);
  expect(paired).toHaveLength(16);
});
