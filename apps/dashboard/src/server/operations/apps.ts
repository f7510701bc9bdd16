import type { DashboardApp } from "@portico/contract";
import { invalidParams, ServiceError } from "@portico/server";
import {
  createOauthApp,
  deleteOwnedApp,
  findOwnedApp,
  listOwnedApps,
  updateOwnedApp,
  type OwnedApp,
} from "@portico/store";
import type { CallDeps, Operation } from "../deps.ts";
import { nameWarning } from "../nameWarning.ts";
import { locationOf } from "../validation/checkSite.ts";
import { readSiteUrl } from "../validation/siteUrl.ts";
import { readText, toSeconds } from "../ownerResponse.ts";

const APPS_MAX = 100;

/** GET /dashboard/apps */
export const getDashboardApps: Operation<"getDashboardApps"> = async ({ reply }, { db, session }) =>
  reply(200, (await listOwnedApps(db, session.accountId)).map(toAppResponse));

/** POST /dashboard/apps */
export const postDashboardApps: Operation<"postDashboardApps"> = async ({ body, reply }, deps) => {
  const { db, session, limits, sites } = deps;
  const siteUrl = readSiteUrl(body.site_url, sites);
  const name = readText(body.name, "name");
  await limits("newByAccount", session.accountId);
  const { length } = await listOwnedApps(db, session.accountId);
  if (length >= APPS_MAX)
    throw invalidParams({ body: `exceeds the limit of ${APPS_MAX} applications per account: delete one first` });
  const id = await createOauthApp(db, { name, siteUrl, accountId: session.accountId });
  deps.note({ subject: id, detail: name });
  return reply(201, toAppResponse(await getOwnApp(deps, id)));
};

/** GET /dashboard/apps/{app_id} */
export const getDashboardAppsAppId: Operation<"getDashboardAppsAppId"> = async ({ path, reply }, deps) =>
  reply(200, toAppResponse(await getOwnApp(deps, path.app_id)));

/** PATCH /dashboard/apps/{app_id} */
export const patchDashboardAppsAppId: Operation<"patchDashboardAppsAppId"> = async ({ path, body, reply }, deps) => {
  const app = await getOwnApp(deps, path.app_id);
  deps.note({ detail: app.name });
  await updateOwnedApp(deps.db, app.id, {
    ...(body.site_url !== undefined && { siteUrl: readSiteUrl(body.site_url, deps.sites) }),
    ...(body.name !== undefined && { name: readText(body.name, "name") }),
  });
  return reply(200, toAppResponse(await getOwnApp(deps, app.id)));
};

/** DELETE /dashboard/apps/{app_id} */
export const deleteDashboardAppsAppId: Operation<"deleteDashboardAppsAppId"> = async ({ path, reply }, deps) => {
  const { id, name } = await getOwnApp(deps, path.app_id);
  deps.note({ detail: name });
  await deleteOwnedApp(deps.db, id);
  return reply(204);
};

/** @throws ServiceError not_found for an unknown application, and for another account's. */
export async function getOwnApp({ db, session }: CallDeps, id: string): Promise<OwnedApp> {
  const app = await findOwnedApp(db, { accountId: session.accountId, id });
  if (app === undefined) throw new ServiceError("not_found", "Application not found in this account");
  return app;
}

export const toAppResponse = (app: OwnedApp): DashboardApp => ({
  id: app.id,
  name: app.name,
  name_warning: nameWarning(app.name),
  site_url: app.siteUrl,
  logo_url: app.logoAt === null ? null : `/dashboard/apps/${app.id}/logo?v=${app.logoAt.getTime()}`,
  is_validated: app.isValidated,
  validation: toValidationResponse(app),
  client_count: app.clientCount,
  created_at: toSeconds(app.createdAt),
});

export function toValidationResponse({ siteUrl, validation }: OwnedApp): DashboardApp["validation"] {
  if (validation === null) return null;
  const { method, token } = validation;
  return { method, token, where: locationOf({ siteUrl, method }), value: token };
}
