import type { ServerResponse } from "node:http";
import { isDatabaseAway } from "@portico/store";
import type { Response } from "express";
import { type ErrorOut, errors, type KoaContextWithOIDC } from "oidc-provider";
import type { End } from "../page/interactionResponse.ts";
import type { Pages } from "../pages.ts";
import { ClientDocumentError } from "./clientDocuments.ts";

/** Shown to a user if there is no safe redirect back. */
export interface ErrorPage {
  readonly status: number;
  /** The OAuth error, or server_error, temporarily_unavailable, interaction_expired. */
  readonly code: string;
  readonly title: string;
  readonly message: string;
}

/** Sends the page, in any form, with this status. */
export type SendErrorPage = (res: ServerResponse, page: ErrorPage) => void;

/** For the library's renderError: stores the error. It is sent after the library is done, see finishReplies. */
export function noteErrorPage(ctx: KoaContextWithOIDC, out: ErrorOut, error: Error): void {
  const isAway = isDatabaseAway(error);
  const isOurs = out.error === "server_error";
  const status = isAway ? 503 : ctx.status;
  if (isAway) ctx.set("Retry-After", "1");
  ctx.status = status;
  ctx.state["errorPage"] = {
    status,
    code: isAway
      ? "temporarily_unavailable"
      : error instanceof errors.SessionNotFound
        ? "interaction_expired"
        : out.error,
    title: isOurs ? "Sign-in is temporarily unavailable" : "Invalid sign-in request",
    message: isOurs
      ? "The sign-in service has a problem. Please try again later."
      : error.cause instanceof ClientDocumentError
        ? error.cause.message
        : (out.error_description ?? out.error),
  } satisfies ErrorPage;
}

/** As one of our pages, if there are any. */
export const sendErrorPageOf = (pages: Pages | undefined): SendErrorPage =>
  pages === undefined
    ? sendPlainErrorPage
    : (res, { status, ...error }) => pages.send((res as Response).status(status), "end", endOf(error));

/** The page's text for an error: for one about time, that it is over. */
export const endOf = (error: Omit<End, "kind"> & { readonly code: string }): End =>
  error.code === "interaction_expired" ? { kind: "expired" } : { kind: "error", ...error };

/** A page without styles and scripts. */
function sendPlainErrorPage(res: ServerResponse, { status, code, title, message }: ErrorPage): void {
  res.statusCode = status;
  res.setHeader("Content-Type", "text/html; charset=utf-8");
  res.end(
    `<!doctype html>\n<html lang="en">\n<title>${escapeHtml(title)}</title>\n<h1>${escapeHtml(title)}</h1>\n` +
      `<p>${escapeHtml(`${code}: ${message}`)}</p>\n</html>\n`,
  );
}

const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
