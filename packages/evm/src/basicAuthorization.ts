import { decodeUrlPart } from "./profile/redact.ts";

/** The Authorization header of a URL's user and password (RFC 7617). */
export const basicAuthorization = ({ username, password }: Pick<URL, "password" | "username">): string =>
  `Basic ${Buffer.from(`${decodeUrlPart(username)}:${decodeUrlPart(password)}`).toString("base64")}`;
