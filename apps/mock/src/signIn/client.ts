/** The client of the token endpoint. */
export interface Client {
  readonly id: string;
  readonly secret: string;
}

/** A client with this secret is rejected. */
const WRONG_SECRET = "wrong";

/**
 * The client by Basic credentials (RFC 6749 section 2.3.1) or by the form, not by both; any id and secret is accepted.
 * @returns undefined for invalid_client.
 */
export function readClient(
  authorization: string,
  form: Readonly<Record<string, string | undefined>>,
): Client | undefined {
  const client = readBasic(authorization) ?? readForm(form);
  const isBoth = authorization !== "" && form["client_secret"] !== undefined;
  return isBoth || client === undefined || client.secret === WRONG_SECRET ? undefined : client;
}

function readBasic(authorization: string): Client | undefined {
  const [, encoded] = /^basic ([\w+/=]+)$/i.exec(authorization) ?? [];
  const [, id, secret] = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded ?? "", "base64").toString()) ?? [];
  return id && secret ? { id: unescape(id), secret: unescape(secret) } : undefined;
}

function readForm({
  client_id: id,
  client_secret: secret,
}: Readonly<Record<string, string | undefined>>): Client | undefined {
  return id && secret ? { id, secret } : undefined;
}

/** Decodes like a form's values. */
const unescape = (text: string): string => new URLSearchParams(`a=${text}`).get("a") ?? text;
