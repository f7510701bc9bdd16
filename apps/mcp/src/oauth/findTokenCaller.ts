import { createHmac } from "node:crypto";
import {
  type Bearer,
  ensureAccessKey,
  findAccountByOwner,
  findBearer,
  mintAccessKey,
  readSubject,
  type Store,
} from "@portico/store";
import type { Refusal } from "../tools/callOperation.ts";

export interface TokenOptions {
  /** The database that the sign-in service and the data API share. */
  readonly db: Store;
  /** URL of the endpoint, which is the tokens' audience. */
  readonly resource: string;
  /** Access keys are derived from it. */
  readonly secret: string;
  /** Where users get an account; undefined: unknown here. */
  readonly dashboardUrl?: string | undefined;
}

/** The scope that every message needs. */
export const DATA_SCOPE = "data:read";

/** What a token of the sign-in service is worth here. */
export type TokenCaller =
  | { readonly kind: "caller"; readonly accessKey: string }
  /** May read what is here, but every call is refused for this reason. */
  | { readonly kind: "refused"; readonly refusal: Refusal }
  | { readonly kind: "insufficientScope" | "invalid" };

/**
 * Finds who an access token was issued for, and the access key with which the data API charges their account: one for
 * each consent, issued with the first token that is presented.
 */
export async function findTokenCaller(token: string, options: TokenOptions): Promise<TokenCaller> {
  const { db, resource } = options;
  const bearer = await findBearer(db, token, resource);
  if (bearer === undefined) return { kind: "invalid" };
  if (!bearer.scopes.includes(DATA_SCOPE)) return { kind: "insufficientScope" };
  const account = await findAccountByOwner(db, bearer.account);
  if (account === undefined) return { kind: "refused", refusal: withoutAccount(bearer, options) };
  const key = deriveKey(options.secret, { grantId: bearer.grantId, accountId: account.id });
  const name = `Agent: ${bearer.appName}`.slice(0, NAME_LENGTH);
  await ensureAccessKey(db, { key, name, accountId: account.id, expiresAt: bearer.grantExpiresAt });
  return { kind: "caller", accessKey: key };
}

const NAME_LENGTH = 100;

/**
 * The same in every process, so that none has to store it. The account is part of it: a consent doesn't follow an
 * account that is moved to another owner.
 */
const deriveKey = (secret: string, { grantId, accountId }: { grantId: string; accountId: string }): string =>
  mintAccessKey(createHmac("sha256", secret).update(`${grantId} ${accountId}`).digest());

function withoutAccount({ account }: Bearer, { dashboardUrl }: TokenOptions): Refusal {
  const { address } = readSubject(account);
  const dashboard = dashboardUrl === undefined ? "the dashboard" : `the dashboard, ${dashboardUrl},`;
  return {
    code: "account_missing",
    message: `${address} has no account here. Its owner has to sign in to ${dashboard} once, which creates one, and to get units for it`,
    status: 403,
  };
}
