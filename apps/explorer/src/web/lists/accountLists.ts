import { announce } from "@portico/ui";
import { type Lists, NO_LISTS, readLists } from "../../lists/readLists.ts";
import { t } from "../languages/t.ts";
import { type AccountAnswer, requestAccount } from "../api/accountApi.ts";

/** Applied again to what another device wrote meanwhile: it must depend on the lists alone. */
export type ListChange = (lists: Lists) => Lists;

/** What is known of the lists of the signed-in account. */
export type AccountLists =
  | { readonly kind: "failed" | "signedOut" | "unknown" }
  | {
      readonly kind: "read";
      readonly account: string;
      /** Null: the account keeps none. */
      readonly revision: string | null;
      /** With the changes that are not saved yet; null: the account keeps none. */
      readonly lists: Lists | null;
    };

let state: AccountLists = { kind: "unknown" };
/** As the server has them. */
let saved: Lists | null = null;
let pending: readonly ListChange[] = [];
let isSaving = false;
let saving = Promise.resolve();
/** Grows with every write: an answer to an earlier read is old. */
let writes = 0;
let opened: string | undefined;
const listeners = new Set<() => void>();

export const getAccountLists = (): AccountLists => state;

export function subscribeToAccountLists(tell: () => void): () => void {
  listeners.add(tell);
  return () => listeners.delete(tell);
}

function set(next: AccountLists): void {
  state = next;
  for (const tell of listeners) tell();
}

/** @param account - Of the session; null: signed out; undefined: not known. */
export function openAccountLists(account: string | null | undefined): void {
  if (account === (opened ?? null) && state.kind !== "unknown") return;
  opened = account ?? undefined;
  [saved, pending] = [null, []];
  writes++;
  set({ kind: account === null ? "signedOut" : "unknown" });
  if (opened !== undefined) void readAgain();
}

/** Reads what other devices wrote. */
export async function readAgain(): Promise<void> {
  const [account, before] = [opened, writes];
  if (account === undefined || isSaving) return;
  const answer = await requestAccount(account, "lists")
    .then(readAnswer)
    .catch(() => undefined);
  if (account !== opened || before !== writes) return;
  if (answer !== undefined) accept(account, answer);
  else if (state.kind !== "read") set({ kind: "failed" });
}

/** Changes the account's lists at once, and saves them. It may be refused later: the user is told. @throws ListsError */
export function changeAccountLists(change: ListChange): void {
  if (state.kind !== "read") return;
  const lists = readLists(change(state.lists ?? NO_LISTS));
  pending = [...pending, change];
  set({ ...state, lists });
  if (!isSaving) saving = save();
}

/** Resolves when nothing waits to be saved. @returns Whether the account has all of it. */
export async function untilSaved(): Promise<boolean> {
  const before = refusals;
  await saving;
  return refusals === before;
}

let refusals = 0;
/** Other devices that change the lists at the same time. */
const MAX_CONFLICTS = 10;

async function save(): Promise<void> {
  isSaving = true;
  for (let conflicts = 0; pending.length > 0 && state.kind === "read" && conflicts < MAX_CONFLICTS;) {
    const { account, revision } = state;
    const sent = pending;
    writes++;
    const isTaken = await send(account, revision, sent).catch(() => undefined);
    if (account !== opened) break;
    if (isTaken === undefined) refuse(account, revision);
    else if (!isTaken) conflicts++;
  }
  if (pending.length > 0 && state.kind === "read") refuse(state.account, state.revision);
  isSaving = false;
}

/** @returns false if another device changed the lists before: they are read now. */
async function send(account: string, revision: string | null, sent: readonly ListChange[]): Promise<boolean> {
  const lists = applyToSaved(sent);
  const response = await requestAccount(account, "lists", { json: { revision, lists } });
  const answer = await readAnswer(response, 409);
  if (account !== opened) return false;
  if (response.ok) pending = pending.slice(sent.length);
  accept(account, answer);
  return response.ok;
}

function refuse(account: string, revision: string | null): void {
  refusals++;
  pending = [];
  set({ kind: "read", account, revision, lists: saved });
  announce(t("parts.notSavedInAccount"));
}

function accept(account: string, { revision, lists }: AccountAnswer): void {
  saved = lists;
  set({ kind: "read", account, revision, lists: pending.length === 0 ? lists : withPending() });
}

/** @throws ListsError */
const applyToSaved = (changes: readonly ListChange[]): Lists =>
  changes.reduce((before, change) => readLists(change(before)), saved ?? NO_LISTS);

function withPending(): Lists | null {
  try {
    return applyToSaved(pending);
  } catch {
    return saved; // saving it will say so
  }
}

async function readAnswer(response: Response, alsoAccepted?: number): Promise<AccountAnswer> {
  if (!response.ok && response.status !== alsoAccepted) throw new Error(`The server responded with ${response.status}`);
  const { revision, lists } = (await response.json()) as { revision: string | null; lists: unknown };
  return { revision, lists: lists === null ? null : readLists(lists) };
}
