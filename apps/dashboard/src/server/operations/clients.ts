import type { DashboardClient } from "@portico/contract";
import { invalidParams, ServiceError } from "@portico/server";
import {
  createOauthClient,
  deleteOauthClient,
  dropOldSecret,
  findOauthClient,
  listAppClients,
  RedirectUriError,
  rotateClientSecret,
  updateOauthClient,
  type OauthClient,
} from "@portico/store";
import type { CallDeps, Operation } from "../deps.ts";
import { toSeconds, toSecondsOrNull } from "../ownerResponse.ts";
import { getOwnApp } from "./apps.ts";

const CLIENTS_MAX = 50;
/** How long a secret works beside its replacement. */
const OLD_SECRET_SECONDS = 7 * 86_400;
const NO_STORE = { "Cache-Control": "no-store" } as const;

/** GET /dashboard/apps/{app_id}/clients */
export const getDashboardAppsAppIdClients: Operation<"getDashboardAppsAppIdClients"> = async (
  { path, reply },
  deps,
) => {
  const app = await getOwnApp(deps, path.app_id);
  return reply(200, (await listAppClients(deps.db, app.id)).map(toClientResponse));
};

/** POST /dashboard/apps/{app_id}/clients */
export const postDashboardAppsAppIdClients: Operation<"postDashboardAppsAppIdClients"> = async (call, deps) => {
  const { db, session, limits } = deps;
  const { body, path, reply } = call;
  const app = await getOwnApp(deps, path.app_id);
  if (!app.isValidated) {
    const how = `POST /dashboard/apps/${app.id}/validation`;
    throw new ServiceError("app_not_validated", `First prove that you control ${app.siteUrl}: ${how}`);
  }
  if (app.clientCount >= CLIENTS_MAX)
    throw invalidParams({ body: `exceeds the limit of ${CLIENTS_MAX} clients per application: delete one first` });
  await limits("newByAccount", session.accountId);
  const { redirect_uris: redirectUris, scope_format: scopeFormat, refusal } = body;
  const made = await createOauthClient(db, { appId: app.id, redirectUris, scopeFormat, refusal }).catch(explainUris);
  const client = toClientResponse(await getOwnClient(deps, made.id));
  deps.note({ subject: made.id, detail: app.name });
  return reply(201, { client, client_secret: made.secret }, NO_STORE);
};

/** PATCH /dashboard/clients/{client_id} */
export const patchDashboardClientsClientId: Operation<"patchDashboardClientsClientId"> = async (call, deps) => {
  const { body } = call;
  const { id } = await getOwnClient(deps, call.path.client_id);
  await updateOauthClient(deps.db, id, {
    ...(body.redirect_uris !== undefined && { redirectUris: body.redirect_uris }),
    ...(body.scope_format !== undefined && { scopeFormat: body.scope_format }),
    ...(body.refusal !== undefined && { refusal: body.refusal }),
    ...(body.is_disabled !== undefined && { isDisabled: body.is_disabled }),
  }).catch(explainUris);
  return call.reply(200, toClientResponse(await getOwnClient(deps, id)));
};

/** DELETE /dashboard/clients/{client_id} */
export const deleteDashboardClientsClientId: Operation<"deleteDashboardClientsClientId"> = async (call, deps) => {
  await deleteOauthClient(deps.db, (await getOwnClient(deps, call.path.client_id)).id);
  return call.reply(204);
};

/** POST /dashboard/clients/{client_id}/secret */
export const postDashboardClientsClientIdSecret: Operation<"postDashboardClientsClientIdSecret"> = async (
  { path, reply },
  deps,
) => {
  const { id } = await getOwnClient(deps, path.client_id);
  const secret = await rotateClientSecret(deps.db, id, { oldSeconds: OLD_SECRET_SECONDS });
  if (secret === undefined) throw notFound();
  return reply(201, { client: toClientResponse(await getOwnClient(deps, id)), client_secret: secret }, NO_STORE);
};

/** DELETE /dashboard/clients/{client_id}/secret/previous */
export const deleteDashboardClientsClientIdSecretPrevious: Operation<
  "deleteDashboardClientsClientIdSecretPrevious"
> = async ({ path, reply }, deps) => {
  const { id } = await getOwnClient(deps, path.client_id);
  await dropOldSecret(deps.db, id);
  return reply(200, toClientResponse(await getOwnClient(deps, id)));
};

/** @throws ServiceError not_found for an unknown client, and for another account's. */
async function getOwnClient({ db, session }: CallDeps, id: string): Promise<OauthClient> {
  const client = await findOauthClient(db, id);
  if (client?.app.accountId !== session.accountId) throw notFound();
  return client;
}

const notFound = () => new ServiceError("not_found", "Client not found in this account");

/** Reports the problems of redirect URIs by their index in the list. */
function explainUris(error: unknown): never {
  if (!(error instanceof RedirectUriError)) throw error;
  const flaws = error.flaws.slice(0, 20).map(({ index, message }) => [`redirect_uris[${index}]`, message]);
  throw new ServiceError("invalid_redirect_uri", error.message, { errors: Object.fromEntries(flaws) });
}

const toClientResponse = (client: OauthClient): DashboardClient => ({
  id: client.id,
  app_id: client.app.id,
  redirect_uris: client.redirectUris,
  scope_format: client.scopeFormat,
  refusal: client.refusal,
  is_disabled: client.isDisabled,
  secrets: client.secretHints.map((hint, index) => ({
    hint,
    expires_at: index === 0 ? null : toSecondsOrNull(client.oldSecretExpiresAt),
  })),
  created_at: toSeconds(client.createdAt),
});
