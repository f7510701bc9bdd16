import type { Problem } from "@portico/contract";

/** Error `code` → HTTP status and title. Codes never change. protocol_not_found is 400 by the contract. */
export const ERRORS = {
  invalid_params: [400, "Invalid parameters"],
  invalid_chain: [400, "Invalid chain"],
  invalid_address: [400, "Invalid address"],
  token_not_found: [400, "Token not found"],
  pool_not_found: [400, "Pool not found"],
  protocol_not_found: [400, "Protocol not found"],
  block_unavailable: [400, "Block unavailable"],
  invalid_account: [400, "Invalid account"],
  mask_parse_error: [400, "Field mask cannot be parsed"],
  mask_error: [400, "Field mask does not fit"],
  invalid_redirect_uri: [400, "Invalid redirect URI"],
  url_not_allowed: [400, "URL not allowed"],
  invalid_image: [400, "Invalid image"],
  access_key_missing: [401, "Access key missing"],
  access_key_invalid: [401, "Access key invalid"],
  access_key_revoked: [401, "Access key revoked"],
  unauthorized: [401, "Unauthorized"],
  invalid_token: [401, "Invalid token"],
  units_exhausted: [403, "Units exhausted"],
  key_not_allowed: [403, "Key not allowed"],
  wallet_not_enabled: [403, "Wallet group not enabled"],
  insufficient_scope: [403, "Insufficient scope"],
  csrf: [403, "Request not from the dashboard"],
  operator_only: [403, "For operators only"],
  role_not_allowed: [403, "Not for this role"],
  not_found: [404, "Not found"],
  method_not_allowed: [405, "Method not allowed"],
  app_not_validated: [409, "Application not validated"],
  content_too_large: [413, "Content too large"],
  unsupported_media_type: [415, "Unsupported media type"],
  misdirected_request: [421, "Misdirected request"],
  rate_limited: [429, "Rate limited"],
  internal_error: [500, "Internal error"],
  not_implemented: [501, "Not implemented"],
  upstream_error: [503, "Upstream unavailable"],
  metering_unavailable: [503, "Metering unavailable"],
} as const satisfies Record<Problem["code"], readonly [status: number, title: string]>;

export type ErrorCode = keyof typeof ERRORS;

export interface ServiceErrorOptions {
  /** Logged and never sent. */
  readonly cause?: unknown;
  /** What is wrong, by parameter or body field. */
  readonly errors?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A deliberate error response: `message` is meant for the client. Any other error is a bug: 500 without detail. */
export class ServiceError extends Error {
  override readonly name = "ServiceError";
  readonly code: ErrorCode;
  readonly errors: Readonly<Record<string, string>> | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ErrorCode, message: string, { cause, errors, headers = {} }: ServiceErrorOptions = {}) {
    super(message, { cause });
    this.code = code;
    this.errors = errors;
    this.headers = headers;
  }
}

/** `errors` by parameter name; the message joins them in one line. */
export function invalidParams(errors: Readonly<Record<string, string>>): ServiceError {
  const message = Object.entries(errors).map(([name, text]) => `${name} ${text}`);
  return new ServiceError("invalid_params", message.join("; "), { errors });
}

/** Client input made safe to quote in a message: short and printable. */
export const quote = (text: string): string => `'${printable(text)}'`;

/** Like quote, without quotation marks. */
export const printable = (text: string): string =>
  (text.length > 60 ? `${text.slice(0, 60)}…` : text).replaceAll(/[^\x20-\x7e…]/g, "?");
