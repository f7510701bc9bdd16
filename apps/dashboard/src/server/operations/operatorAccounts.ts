import type { DashboardAccount } from "@portico/contract";
import { ServiceError } from "@portico/server";
import {
  BalanceTooLowError,
  findAccount,
  findAccessKeyById,
  grantUnits,
  listAccounts,
  listLedger,
  readAccountFigures,
  renameAccount,
  setAccountDisabled,
  setWalletEnabled,
  type Account,
  type Store,
} from "@portico/store";
import type { CallDeps, Operation } from "../deps.ts";
import { assertSeen, readText, toSeconds, toOwnerResponse } from "../ownerResponse.ts";
import { getKeyResponse, listKeyResponses } from "./keys.ts";
import { toEntryResponse } from "./units.ts";

/** GET /dashboard/operator/accounts */
export const getDashboardOperatorAccounts: Operation<"getDashboardOperatorAccounts"> = async (
  { query, reply },
  { db },
) => {
  assertSeen(query.query ?? "", "query");
  const { accounts, total } = await listAccounts(db, query);
  return reply(200, { account_list: await toAccountsResponse(db, accounts), total_count: total });
};

/** PATCH /dashboard/operator/accounts/{account_id} */
export const patchDashboardOperatorAccountsAccountId: Operation<"patchDashboardOperatorAccountsAccountId"> = async (
  { path, body, reply },
  { db, note },
) => {
  const { id } = await getAccount(db, path.account_id);
  note({ accountId: id, ...(body.is_disabled !== undefined && { detail: body.is_disabled ? "closed" : "opened" }) });
  if (body.name !== undefined) await renameAccount(db, id, readText(body.name, "name"));
  if (body.is_disabled !== undefined) await setAccountDisabled(db, id, body.is_disabled);
  const [account] = await toAccountsResponse(db, [await getAccount(db, id)]);
  return reply(200, account!);
};

/** POST /dashboard/operator/accounts/{account_id}/grants */
export const postDashboardOperatorAccountsAccountIdGrants: Operation<
  "postDashboardOperatorAccountsAccountIdGrants"
> = async ({ path, body, reply }, { db, session, note }) => {
  const { id: accountId } = await getAccount(db, path.account_id);
  const { amount } = body;
  note({ accountId });
  const reference = body.reference === null ? null : readText(body.reference, "reference");
  const reason = readText(body.reason, "reason");
  const granted = await grantUnits(db, { accountId, amount, reason, actor: actorOf(session), reference }).catch(
    explainLow,
  );
  note({ detail: granted.isNew ? String(amount) : `${granted.entry.amount} already granted` });
  const { balance } = await getAccount(db, accountId);
  return reply(200, { entry: toEntryResponse(granted.entry), balance, is_new: granted.isNew });
};

/** GET /dashboard/operator/accounts/{account_id}/ledger */
export const getDashboardOperatorAccountsAccountIdLedger: Operation<
  "getDashboardOperatorAccountsAccountIdLedger"
> = async ({ path, query, reply }, { db }) => {
  const { id: accountId } = await getAccount(db, path.account_id);
  const { entries, total } = await listLedger(db, { accountId, ...query });
  return reply(200, { ledger_list: entries.map(toEntryResponse), total_count: total });
};

/** GET /dashboard/operator/accounts/{account_id}/keys */
export const getDashboardOperatorAccountsAccountIdKeys: Operation<"getDashboardOperatorAccountsAccountIdKeys"> = async (
  { path, reply },
  { db },
) => reply(200, await listKeyResponses(db, (await getAccount(db, path.account_id)).id));

/** PATCH /dashboard/operator/keys/{key_id} */
export const patchDashboardOperatorKeysKeyId: Operation<"patchDashboardOperatorKeysKeyId"> = async (
  { path, body, reply },
  { db, note },
) => {
  const key = await findAccessKeyById(db, path.key_id);
  if (!key?.accountId) throw new ServiceError("not_found", "Key not found in any account");
  note({ accountId: key.accountId, detail: body.is_wallet_enabled ? "opened" : "closed" });
  await setWalletEnabled(db, key.id, body.is_wallet_enabled);
  return reply(200, await getKeyResponse(db, key.id));
};

/** The actor recorded for an operator's actions. */
export const actorOf = ({ subject }: CallDeps["session"]): string => `operator ${subject}`;

async function getAccount(db: Store, id: string): Promise<Account> {
  const account = await findAccount(db, id);
  if (account === undefined) throw new ServiceError("not_found", "Account not found");
  return account;
}

function explainLow(error: unknown): never {
  if (!(error instanceof BalanceTooLowError)) throw error;
  throw new ServiceError("invalid_params", error.message, {
    errors: { amount: "must not take back more than the balance" },
  });
}

function toAccountOwnerResponse(owner: Account["owner"]): Pick<DashboardAccount, "owner" | "owner_chain"> {
  if (owner === null) return { owner: null, owner_chain: null };
  const { address, chain } = toOwnerResponse(owner);
  return { owner: address, owner_chain: chain };
}

async function toAccountsResponse(db: Store, accounts: readonly Account[]): Promise<DashboardAccount[]> {
  const all = await readAccountFigures(
    db,
    accounts.map(({ id }) => id),
  );
  return accounts.map((account) => {
    const { granted = 0, used30Days = 0, keyCount = 0, appCount = 0 } = all.get(account.id) ?? {};
    return {
      id: account.id,
      name: account.name,
      ...toAccountOwnerResponse(account.owner),
      balance: account.balance,
      granted,
      used_30_days: used30Days,
      key_count: keyCount,
      app_count: appCount,
      is_disabled: account.isDisabled,
      is_operator: account.isOperator,
      created_at: toSeconds(account.createdAt),
    };
  });
}
