import type { UserApp } from "@portico/contract";
import type { UserApp as LiveApp } from "@portico/contract/live";

/** Applications whose tokens say whose they are, and whose positions have an index. */
export const toLiveApps = (apps: UserApp[]): LiveApp[] =>
  apps.map(
    (app) =>
      ({
        ...app,
        portfolio_item_list: app.portfolio_item_list.map((item) => ({
          ...item,
          position_index: item.position_index ?? "",
          asset_token_list: (item.asset_token_list ?? []).map((token) => ({
            ...token,
            app_id: token.app_id ?? app.id,
          })),
        })),
      }) as LiveApp,
  );
