import { randomBytes } from "node:crypto";
import { ServiceError } from "@portico/server";
import { beginValidation, setValidated } from "@portico/store";
import type { Operation } from "../deps.ts";
import { checkSite, locationOf } from "../validation/checkSite.ts";
import { getOwnApp } from "./apps.ts";

/** POST /dashboard/apps/{app_id}/validation */
export const postDashboardAppsAppIdValidation: Operation<"postDashboardAppsAppIdValidation"> = async (call, deps) => {
  const { id, siteUrl } = await getOwnApp(deps, call.path.app_id);
  const { method } = call.body;
  const token = await beginValidation(deps.db, { id, method, token: mintToken() });
  return call.reply(200, { method, token, where: locationOf({ siteUrl, method }), value: token });
};

const mintToken = (): string => `portico-app-verification=${randomBytes(16).toString("hex")}`;

/** POST /dashboard/apps/{app_id}/validation/check */
export const postDashboardAppsAppIdValidationCheck: Operation<"postDashboardAppsAppIdValidationCheck"> = async (
  { path, reply },
  deps,
) => {
  const { db, session, limits, sites } = deps;
  const { id, name, siteUrl, validation } = await getOwnApp(deps, path.app_id);
  if (validation === null) {
    const begin = `POST /dashboard/apps/${id}/validation`;
    throw new ServiceError("invalid_params", `First choose how to prove that you control ${siteUrl}: ${begin}`);
  }
  await limits("checksByAccount", session.accountId);
  const { method, token } = validation;
  const problem = await checkSite({ siteUrl, method, token }, sites);
  if (problem !== null) return reply(200, { is_validated: false, problem });
  const isStillSo = await setValidated(db, { id, name, siteUrl, token });
  return reply(200, isStillSo ? { is_validated: true, problem } : { is_validated: false, problem: CHANGED });
};

const CHANGED = "The name or the site changed in the meantime: check again";
