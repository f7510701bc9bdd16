import { chains } from "@portico/evm";
import type { Adapter } from "../adapter.ts";
import { listAddresses } from "../catalogue/listAddresses.ts";
import type { AppAdapter, DeployedApp } from "./appAdapter.ts";
import { polymarket } from "./polymarket/polymarket.ts";

/** Every app. A new one is a folder and a row here. */
const apps: readonly AppAdapter[] = [polymarket].map((app) => app as unknown as AppAdapter);

export const listApps = (): readonly AppAdapter[] => apps;

export const findApp = (id: string): AppAdapter | undefined => apps.find((app) => app.id === id);

const byChain = new Map(chains.map(({ slug }) => [slug, apps.flatMap((app) => deployApp(app, slug))]));

/** Apps deployed on a chain, read like protocols. */
export const listDeployedApps = (chain: string): readonly DeployedApp[] => byChain.get(chain) ?? [];

/** An app on a chain; [] if it isn't deployed there. */
export function deployApp(app: AppAdapter, chain: string): DeployedApp[] {
  const contracts = app.chains[chain];
  if (contracts === undefined) return [];
  const { chains: deployments, ...definition } = app;
  const adapter: Adapter = { ...definition, deployments };
  const addresses = new Set(listAddresses(contracts));
  return [{ id: app.id, chain, app, adapter, contracts, signals: app.signals(contracts), addresses }];
}
