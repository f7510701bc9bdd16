import { listApps } from "@portico/protocols";
import type { Operation } from "../../deps.ts";

const apps = listApps().toSorted((a, b) => (a.id < b.id ? -1 : 1));

/** GET /v1/app_protocol/list: depends on no chain. */
export const getAppProtocolList: Operation<"getAppProtocolList"> = async ({ reply }, { protocols }) =>
  reply(
    200,
    apps.map(({ id, name, logoUrl, siteUrl }) => ({
      id,
      name,
      logo_url: logoUrl ?? "",
      site_url: siteUrl,
      has_supported_portfolio: !protocols.isOff(id),
    })),
  );
