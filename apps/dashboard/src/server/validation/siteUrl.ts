import { isIP } from "node:net";
import { ServiceError } from "@portico/server";

const LENGTH_MAX = 500;

/**
 * The URL of an application's site, as it is stored.
 * @param rules.allowsPrivate - Whether it may use http, any port, and hosts inside our network.
 * @throws ServiceError url_not_allowed for what must never be requested, before any request.
 */
export function readSiteUrl(text: string, { allowsPrivate }: { allowsPrivate: boolean }): string {
  const url = text.length > LENGTH_MAX || /[\s\\\p{C}]/u.test(text) ? null : URL.parse(text);
  if (url === null) throw refuse("must be a URL such as https://app.example/");
  const isHttp = allowsPrivate && url.protocol === "http:";
  if (url.protocol !== "https:" && !isHttp) throw refuse("must be an https URL");
  if (url.username !== "" || url.password !== "") throw refuse("must not have a user name or password");
  if (url.hash !== "" || url.search !== "") throw refuse("must not have a query or a fragment");
  if (!allowsPrivate) assertPublic(url);
  return url.href;
}

/** Never names of the public DNS: refused without a query. */
const PRIVATE_ENDS = /(^|\.)(localhost|local|internal|home\.arpa)\.?$/;

function assertPublic({ hostname, port }: URL): void {
  if (port !== "") throw refuse("must not have a port: the site is read on port 443");
  if (isIP(hostname.replace(/^\[|\]$/g, "")) !== 0) {
    throw refuse(`must have a public host: ${hostname} is an IP address`);
  }
  if (!hostname.replace(/\.$/, "").includes(".") || PRIVATE_ENDS.test(hostname)) {
    throw refuse(`must have a public host: ${hostname} is not public`);
  }
}

const refuse = (flaw: string): ServiceError =>
  new ServiceError("url_not_allowed", `site_url ${flaw}`, { errors: { site_url: flaw } });
