import { afterAll, expect, test } from "vitest";
import { moveSubject } from "../accounts/moveSubject.ts";
import { contractSubject, keySubject } from "../accounts/subject.ts";
import type { Subject } from "../accounts/subject.ts";
import { createTestDatabase } from "../testing/testDatabase.ts";
import { findExplorerLists, writeExplorerLists } from "./explorerLists.ts";
import { createExplorerSession, deleteExpiredExplorerSessions, findExplorerSession } from "./explorerSessions.ts";
import { deletePersonalData, readPersonalData } from "./personalData.ts";

const { db, drop } = await createTestDatabase();
afterAll(drop);

const ADDRESS = `0x${"5a".repeat(20)}` as const;
const [bare, eth, base] = [keySubject(ADDRESS), contractSubject(1, ADDRESS), contractSubject(8453, ADDRESS)];
const signIn = async (account: Subject, token: string, ttlSeconds = 60) => {
  await createExplorerSession(db, { token, account, ttlSeconds });
  return { token, account };
};
const LISTS = { watched: [ADDRESS] };

test("lists belong to one account: neither to the same address on a chain, nor to a session of another", async () => {
  const mine = await signIn(bare, "mine");
  const theirs = await signIn(eth, "theirs");
  expect(await writeExplorerLists(db, { ...mine, revision: null, lists: LISTS })).toMatchObject({ isWritten: true });
  expect(await findExplorerLists(db, eth)).toEqual({ revision: null, lists: null });
  expect(await writeExplorerLists(db, { ...theirs, account: bare, revision: null, lists: {} })).toBeUndefined();
  expect(await writeExplorerLists(db, { ...mine, token: "unknown", revision: null, lists: {} })).toBeUndefined();
  const ended = await signIn(bare, "ended", 0);
  expect(await writeExplorerLists(db, { ...ended, revision: null, lists: {} })).toBeUndefined();
  expect(await deletePersonalData(db, ended)).toBe(false);
  expect(await deletePersonalData(db, { ...theirs, account: bare })).toBe(false);
  expect((await findExplorerLists(db, bare)).lists).toEqual(LISTS);
  expect([await deleteExpiredExplorerSessions(db), await findExplorerSession(db, "mine")]).toEqual([1, bare]);
});

test("of twenty changes of one revision one is written, and the others get its result", async () => {
  const mine = await signIn(bare, "again");
  const { revision } = await findExplorerLists(db, bare);
  const writes = await Promise.all(
    Array.from({ length: 20 }, (_, n) => writeExplorerLists(db, { ...mine, revision, lists: { n } })),
  );
  const stored = await findExplorerLists(db, bare);
  expect(writes.filter((write) => write?.isWritten)).toHaveLength(1);
  expect(writes.map((write) => write?.stored)).toEqual(writes.map(() => stored));
  expect(await writeExplorerLists(db, { ...mine, revision: null, lists: {} })).toEqual({ isWritten: false, stored });
  expect(await writeExplorerLists(db, { ...mine, revision: "no'revision", lists: {} })).toMatchObject({
    isWritten: false,
  });
});

test("an operator moves lists to a contract's account, and sessions of both end", async () => {
  const { lists } = await findExplorerLists(db, bare);
  await moveSubject(db, { from: bare, to: base });
  expect((await findExplorerLists(db, base)).lists).toEqual(lists);
  expect(await findExplorerSession(db, "mine")).toBeUndefined();
  expect(await findExplorerSession(db, "theirs")).toBe(eth);
});

test("whatever runs while an account's data is deleted, nothing of it remains", async () => {
  for (let round = 0; round < 10; round++) {
    const sessions = await Promise.all(["a", "b", "c"].map((name) => signIn(base, `${name}${round}`)));
    const [first, second, third] = [sessions[0]!, sessions[1]!, sessions[2]!];
    const { revision } = await findExplorerLists(db, base);
    const [, one, two] = await Promise.all([
      writeExplorerLists(db, { ...third, revision, lists: { round } }),
      deletePersonalData(db, first),
      deletePersonalData(db, second),
      writeExplorerLists(db, { ...third, revision: null, lists: { round } }),
    ]);
    expect([one, two]).toContain(true);
    const { lists, sessions: left } = await readPersonalData(db, base);
    expect([lists, left]).toEqual([null, []]);
  }
});
