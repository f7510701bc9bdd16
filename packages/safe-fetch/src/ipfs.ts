const CID =
  "(?:Qm[1-9A-HJ-NP-Za-km-z]{44}|b[a-z2-7]{58,200}|k[0-9a-z]{50,200}|z[1-9A-HJ-NP-Za-km-z]{48,200}|f[0-9a-f]{64,200})";
const FORMS = new RegExp(`^(?:[iI][pP][fF][sS]://(?:ipfs/)?|/?ipfs/|)(${CID})([/?].*)?$`, "s");

/**
 * Parses the forms of IPFS references: `ipfs://CID/path`, `ipfs://ipfs/CID/path`, `/ipfs/CID/path`, a bare CID.
 * @returns `CID/path`; undefined for anything else.
 */
export function findIpfsPath(text: string): string | undefined {
  const [, cid, path = ""] = FORMS.exec(text) ?? [];
  return cid === undefined || leadsUp(path) ? undefined : `${cid}${path}`;
}

/** Whether a path leaves the CID, as a URL parser or a server may resolve it. */
const leadsUp = (path: string): boolean =>
  path
    .replaceAll(/[\t\n\r]/g, "")
    .replaceAll(/%2e/gi, ".")
    .split(/[/\\?]|%2f|%5c/i)
    .includes("..");

/** IPFS file names may hold a `#`, which would start a URL's fragment. */
export const toGatewayUrl = (path: string, gateway: string): string => gateway + path.replaceAll("#", "%23");

export const DEFAULT_IPFS_GATEWAY = "https://ipfs.io/ipfs/";

/**
 * Reads PORTICO_IPFS_GATEWAY. @returns a URL with a trailing slash.
 * @throws RangeError if it is not an https URL.
 */
export function readIpfsGateway(env: Readonly<Record<string, string | undefined>>): string {
  const text = env["PORTICO_IPFS_GATEWAY"]?.trim() ?? "";
  if (text === "") return DEFAULT_IPFS_GATEWAY;
  const url = URL.parse(text);
  const isPlain = url?.protocol === "https:" && url.search === "" && url.hash === "" && url.username === "";
  if (url !== null && isPlain) return url.href.endsWith("/") ? url.href : `${url.href}/`;
  throw new RangeError(`PORTICO_IPFS_GATEWAY must be an https URL such as ${DEFAULT_IPFS_GATEWAY}`);
}
