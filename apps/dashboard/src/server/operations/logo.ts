import { ServiceError } from "@portico/server";
import { findAppLogo, removeAppLogo, setAppLogo } from "@portico/store";
import type { Operation } from "../deps.ts";
import { drawLogo } from "../drawLogo.ts";
import { getOwnApp, toAppResponse } from "./apps.ts";

/** GET /dashboard/apps/{app_id}/logo */
export const getDashboardAppsAppIdLogo: Operation<"getDashboardAppsAppIdLogo"> = async ({ path }, deps) => {
  const app = await getOwnApp(deps, path.app_id);
  const image = await findAppLogo(deps.db, app.id);
  if (image === undefined) throw new ServiceError("not_found", "The application has no logo");
  return {
    status: 200,
    type: "image/webp",
    body: image as unknown as string, // bytes, which the contract's types declare as a string
    headers: { "Cache-Control": "private, max-age=31536000, immutable" },
  };
};

/** PUT /dashboard/apps/{app_id}/logo: the format is determined by the bytes, not by Content-Type. */
export const putDashboardAppsAppIdLogo: Operation<"putDashboardAppsAppIdLogo"> = async ({ path, reply }, deps) => {
  const app = await getOwnApp(deps, path.app_id);
  await deps.limits("logosByAccount", deps.session.accountId);
  const image = await drawLogo(await deps.readBytes());
  await setAppLogo(deps.db, { appId: app.id, image, url: `/app-logos/${app.id}` });
  return reply(200, toAppResponse(await getOwnApp(deps, app.id)));
};

/** DELETE /dashboard/apps/{app_id}/logo */
export const deleteDashboardAppsAppIdLogo: Operation<"deleteDashboardAppsAppIdLogo"> = async (
  { path, reply },
  deps,
) => {
  await removeAppLogo(deps.db, (await getOwnApp(deps, path.app_id)).id);
  return reply(204);
};
