import { isLoopbackHost } from "@portico/store";

/**
 * On a devnet the demo owner, whose key is public, is the operator, and sites in this network can be validated: this is
 * safe only on a local computer.
 * @throws Error with instructions if the dashboard is reachable from elsewhere and these defaults were not changed.
 */
export function assertLocalDevnet(env: NodeJS.ProcessEnv = process.env): void {
  const { PORTICO_DASHBOARD_HOST: host, PORTICO_DASHBOARD_URL: url } = env;
  const isBeyond = {
    PORTICO_DASHBOARD_HOST: host !== undefined && !isLoopbackHost(host),
    PORTICO_DASHBOARD_URL: Boolean(url) && !isLoopbackHost(URL.parse(url ?? "")?.hostname ?? ""),
  };
  const name = Object.entries(isBeyond).find(([, is]) => is)?.[0];
  const isStrict = env["PORTICO_OPERATORS"] !== undefined && env["PORTICO_VALIDATION_PRIVATE"] !== undefined;
  if (name === undefined || isStrict) return;
  throw new Error(
    `${name}=${env[name]} shows the dashboard beyond this computer, and on a devnet everybody has the key of its ` +
      "operator and can look for servers inside this network. Leave it out; or set PORTICO_OPERATORS to addresses of your own, or to " +
      "nothing, and PORTICO_VALIDATION_PRIVATE=off; or set PORTICO_RPC_<ID> to a node of a real chain",
  );
}
