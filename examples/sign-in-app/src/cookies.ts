import { createHmac, timingSafeEqual } from "node:crypto";

export interface CookieOptions {
  readonly secret: string;
  readonly name: string;
  readonly maxAgeSeconds: number;
  readonly isSecure: boolean;
}

export interface SignedCookie {
  /** Value of the header Set-Cookie. */
  write(value: unknown): string;
  clear(): string;
  /** @returns the value if it was written here; else undefined. */
  read(header: string | undefined): unknown;
}

/** Its value is JSON, signed together with the name and the expiry. Scripts of the page can't read it. */
export function createSignedCookie({ secret, maxAgeSeconds, isSecure, ...options }: CookieOptions): SignedCookie {
  // with this prefix, browsers accept it from this exact host only: a sibling host under the same domain can't plant
  // its own sign-in
  const name = isSecure ? `__Host-${options.name}` : options.name;
  const flags = `Path=/; HttpOnly; SameSite=Lax${isSecure ? "; Secure" : ""}`;
  const sign = (text: string) => createHmac("sha256", secret).update(`${name}.${text}`).digest();
  return {
    write(value) {
      const text = Buffer.from(JSON.stringify([value, Date.now() + maxAgeSeconds * 1000])).toString("base64url");
      return `${name}=${text}.${sign(text).toString("base64url")}; Max-Age=${maxAgeSeconds}; ${flags}`;
    },
    clear: () => `${name}=; Max-Age=0; Expires=Thu, 01 Jan 1970 00:00:00 GMT; ${flags}`,
    read(header = "") {
      const found = header.split("; ").find((part) => part.startsWith(`${name}=`));
      const [text = "", signature = ""] = found?.slice(name.length + 1).split(".") ?? [];
      const given = Buffer.from(signature, "base64url");
      const wanted = sign(text);
      if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return undefined;
      const [value, endsAt] = JSON.parse(Buffer.from(text, "base64url").toString()) as [unknown, number];
      return endsAt > Date.now() ? value : undefined;
    },
  };
}
