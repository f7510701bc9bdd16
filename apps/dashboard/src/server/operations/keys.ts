import type { DashboardKey } from "@portico/contract";
import { invalidParams, ServiceError } from "@portico/server";
import {
  createAccessKey,
  findAccessKeyById,
  listAccessKeys,
  listUsage,
  revokeAccessKey,
  rotateAccessKey,
  updateAccessKey,
  type AccessKey,
  type Store,
} from "@portico/store";
import type { CallDeps, Operation } from "../deps.ts";
import { readOperations, readRanges } from "../keyRestrictions.ts";
import { readText, toDateOrNull, toSeconds, toSecondsOrNull } from "../ownerResponse.ts";
import { lastDays } from "../days.ts";

/** Working keys of an account. */
const KEYS_MAX = 200;
const NO_STORE = { "Cache-Control": "no-store" } as const;

/** GET /dashboard/keys */
export const getDashboardKeys: Operation<"getDashboardKeys"> = async ({ reply }, { db, session }) =>
  reply(200, await listKeyResponses(db, session.accountId));

/** POST /dashboard/keys */
export const postDashboardKeys: Operation<"postDashboardKeys"> = async ({ body, reply }, deps) => {
  const { db, session, limits } = deps;
  const { accountId } = session;
  const input = {
    name: readText(body.name, "name"),
    ipRanges: readRanges(body.ip_ranges),
    operations: readOperations(body.operations),
    ratePerSecond: readRate(body.rate_per_second, deps.ratePerKey),
    profile: body.profile ?? null,
  };
  const expiresAt = readExpiry(body.expires_at);
  await limits("newByAccount", accountId);
  await assertRoom(db, accountId);
  const made = await createAccessKey(db, { ...input, accountId, ...(expiresAt !== null && { expiresAt }) });
  deps.note({ subject: made.id, detail: input.name });
  return reply(201, { key: await getKeyResponse(db, made.id), access_key: made.key }, NO_STORE);
};

/** PATCH /dashboard/keys/{key_id} */
export const patchDashboardKeysKeyId: Operation<"patchDashboardKeysKeyId"> = async ({ path, body, reply }, deps) => {
  const key = await getOwnKey(deps, path.key_id);
  const { id, ratePerSecond } = key;
  deps.note({ detail: key.name });
  const maxRate = Math.max(deps.ratePerKey, ratePerSecond ?? 0);
  if (key.revokedAt === null && !isLive(key) && body.expires_at !== undefined) {
    await assertRoom(deps.db, deps.session.accountId); // it works again
  }
  await updateAccessKey(deps.db, id, {
    ...(body.name !== undefined && { name: readText(body.name, "name") }),
    ...(body.ip_ranges !== undefined && { ipRanges: readRanges(body.ip_ranges) }),
    ...(body.operations !== undefined && { operations: readOperations(body.operations) }),
    ...(body.rate_per_second !== undefined && { ratePerSecond: readRate(body.rate_per_second, maxRate) }),
    ...(body.profile !== undefined && { profile: body.profile }),
    ...(body.expires_at !== undefined && { expiresAt: readExpiry(body.expires_at) }),
  });
  return reply(200, await getKeyResponse(deps.db, id));
};

/** DELETE /dashboard/keys/{key_id} */
export const deleteDashboardKeysKeyId: Operation<"deleteDashboardKeysKeyId"> = async ({ path, reply }, deps) => {
  const { id, name } = await getOwnKey(deps, path.key_id);
  deps.note({ detail: name });
  await revokeAccessKey(deps.db, id);
  return reply(200, await getKeyResponse(deps.db, id));
};

/** POST /dashboard/keys/{key_id}/rotate */
export const postDashboardKeysKeyIdRotate: Operation<"postDashboardKeysKeyIdRotate"> = async (call, deps) => {
  const { id } = await getOwnKey(deps, call.path.key_id);
  const graceSeconds = call.body?.overlap_seconds ?? 86_400;
  await deps.limits("newByAccount", deps.session.accountId);
  // both work for a while, and the old one for longer if its expiry is changed
  if (graceSeconds > 0) await assertRoom(deps.db, deps.session.accountId, "overlap_seconds");
  const made = await rotateAccessKey(deps.db, id, { graceSeconds });
  if (made === undefined) {
    throw new ServiceError("invalid_params", "This key is already revoked, expired or replaced: create a new one");
  }
  deps.note({ detail: made.id });
  return call.reply(201, { key: await getKeyResponse(deps.db, made.id), access_key: made.key }, NO_STORE);
};

/** Newest first, with the usage of each. */
export async function listKeyResponses(db: Store, accountId: string): Promise<DashboardKey[]> {
  const [keys, usage] = await Promise.all([
    listAccessKeys(db, { accountId }),
    listUsage(db, { accountId, ...lastDays(30), by: ["key"] }),
  ]);
  const used = new Map(usage.map(({ keyId, units }) => [keyId, units]));
  return keys.toReversed().map((key) => toKeyResponse(key, used.get(key.id) ?? 0));
}

/** @throws ServiceError not_found */
export async function getKeyResponse(db: Store, id: string): Promise<DashboardKey> {
  const { accountId } = (await findAccessKeyById(db, id)) ?? {};
  const found = accountId ? (await listKeyResponses(db, accountId)).find((key) => key.id === id) : undefined;
  if (found === undefined) throw notFound();
  return found;
}

/** @throws ServiceError invalid_params if the account has the maximum number of working keys. */
async function assertRoom(db: Store, accountId: string, field: "body" | "overlap_seconds" = "body"): Promise<void> {
  const live = (await listAccessKeys(db, { accountId })).filter(isLive);
  if (live.length < KEYS_MAX) return;
  const problem = field === "body" ? "exceeds" : "must be 0: the new key would exceed";
  throw invalidParams({ [field]: `${problem} the limit of ${KEYS_MAX} active keys per account` });
}

const isLive = ({ revokedAt, expiresAt }: AccessKey): boolean =>
  revokedAt === null && (expiresAt === null || expiresAt > new Date());

async function getOwnKey({ db, session }: CallDeps, id: string): Promise<AccessKey> {
  const key = await findAccessKeyById(db, id);
  if (key?.accountId !== session.accountId) throw notFound();
  return key;
}

const notFound = () => new ServiceError("not_found", "Key not found in this account");

function readExpiry(seconds: number | null): Date | null {
  const expiresAt = toDateOrNull(seconds);
  if (expiresAt !== null && expiresAt <= new Date()) throw invalidParams({ expires_at: "must be in the future" });
  return expiresAt;
}

/** An owner may only lower a key's rate; only the operator may allow more. */
function readRate(rate: number | null, max: number): number | null {
  if (rate === null || rate <= max) return rate;
  throw invalidParams({ rate_per_second: `must be at most ${max}: the operator of this service may allow more` });
}

const toKeyResponse = (key: AccessKey, used: number): DashboardKey => ({
  id: key.id,
  name: key.name,
  ip_ranges: key.ipRanges ?? [],
  operations: key.operations ?? [],
  rate_per_second: key.ratePerSecond,
  profile: key.profile,
  is_wallet_enabled: key.isWalletEnabled,
  units_30_days: used,
  created_at: toSeconds(key.createdAt),
  expires_at: toSecondsOrNull(key.expiresAt),
  revoked_at: toSecondsOrNull(key.revokedAt),
  last_used_at: toSecondsOrNull(key.lastUsedAt),
});
