import table from "./protocols.json" with { type: "json" };

interface ProtocolFacts {
  /** Absent for protocols of our adapters, whose name is the adapter's. */
  name?: string;
  siteUrl?: string;
  /** It serves calls to other protocols. */
  isInfrastructure?: boolean;
  /** Names that sources use for it, beside the key and the name. */
  also?: string[];
}

export const protocolFacts = table as Readonly<Record<string, ProtocolFacts>>;

const plain = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, "");

const keys = new Map(
  Object.entries(protocolFacts).flatMap(([key, { name, also = [] }]) =>
    [key, ...(name === undefined ? [] : [name]), ...also].map((one) => [plain(one), key] as const),
  ),
);

/** Words after a name that distinguish no protocols. */
const SUFFIX =
  /[-_ .](?:v\d+(?:[.-]\d+)?|finance|fi|protocol|network|money|labs|dao|io|com|exchange|dex|amm|org|xyz)$/i;
const VERSION = /[-_ .]v\d+$/i;

/** The key of a protocol by the name that a source uses: versions and brands of one protocol have one key. */
export function toProtocolKey(name: string): string {
  for (let start = name.trim(); start !== ""; start = start.replace(SUFFIX, "")) {
    const found = keys.get(plain(start));
    if (found !== undefined) return found;
    if (!SUFFIX.test(start)) break;
  }
  return plain(name.trim().replace(VERSION, ""));
}

/** Whether the table of protocols names it. */
export const isNamedProtocol = (key: string): boolean => Object.hasOwn(protocolFacts, key);
