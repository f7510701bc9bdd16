import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import express, { type ErrorRequestHandler, type Request, type RequestHandler, type Response } from "express";
import { type Hex, verifyMessage } from "viem";
import { aboutRoutes } from "../aboutRoutes.ts";
import type { ErrorReply, SignInDetails } from "../page/interactionResponse.ts";
import { missingPage } from "../missingPage.ts";
import { createPages } from "../pages.ts";

/** Next behaviour of the fake server; tests change it. */
export type StandInState = {
  details: SignInDetails;
  /** Last path segment → refusals that are returned first, in this order. */
  readonly refusals: Record<string, Refusal[]>;
  /** Posted bodies, by path. */
  readonly posted: { path: string; body: unknown }[];
};

export type Refusal = { readonly status: number; readonly retryAfter?: number } & ErrorReply;

/** A minimal server with the sign-in service's interface for the page, with refusals on request. */
export async function startStandIn(state: StandInState): Promise<{ url: string; close: () => void }> {
  const app = express().disable("x-powered-by");
  const server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const pages = createPages({ issuer: url });
  app.use(pages.assets, express.json());
  app.use((request, response, next) => {
    if (request.method !== "GET") state.posted.push({ path: request.path, body: request.body as unknown });
    if (request.method !== "GET" && request.get("origin") !== url) return response.status(403).json({ error: "csrf" });
    const refusal = state.refusals[request.path.split("/").at(-1) ?? ""]?.shift();
    if (refusal === undefined) return next();
    const { status, retryAfter, ...reply } = refusal;
    if (retryAfter !== undefined) response.set("retry-after", String(retryAfter));
    return response.status(status).json(reply);
  });
  addSignIn(app, state, pages);
  const others = { docsUrl: "https://docs.example", explorerUrl: "https://explorer.example" };
  app.use(aboutRoutes({ issuer: url, pages, others }), missingPage(pages));
  app.use(
    ((error, _request, response, _next) =>
      void response.status(500).json({ message: String(error) })) as ErrorRequestHandler,
  );
  return {
    url,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

type App = ReturnType<typeof express>;
type Pages = ReturnType<typeof createPages>;

/** A challenge whose nonce contains its account, for checking the signature. */
const challengeOf = (request: Request): { nonce: string; message: string } => {
  const { address } = request.body as { address: string };
  return { nonce: address, message: `example.test wants you to sign in with your account:\n${address}` };
};

/** Response to a signature: 400 unless it is by the challenge's account. */
const ifSigned =
  (answer: (request: Request, response: Response, address: string) => void): RequestHandler =>
  (request, response) => {
    const { nonce, signature } = request.body as { nonce: Hex; signature: Hex };
    const message = `example.test wants you to sign in with your account:\n${nonce}`;
    const reply = (isValid: boolean): unknown =>
      isValid
        ? answer(request, response, nonce)
        : response.status(400).json({ error: "signature_invalid", message: "The signature does not match" });
    void verifyMessage({ address: nonce, message, signature })
      .catch(() => false)
      .then(reply);
  };

function addSignIn(app: App, state: StandInState, pages: Pages): void {
  app.get("/signin/:uid", (_request, response) => pages.send(response, "signIn"));
  app.get("/signin/:uid/details", (_request, response) => response.json(state.details));
  app.post("/signin/:uid/challenge", (request, response) => response.json(challengeOf(request)));
  app.post(
    "/signin/:uid/signature",
    ifSigned((request, response, address) => {
      state.details = { ...state.details, prompt: "consent", address };
      response.json({ next: request.originalUrl.replace("/signature", "") });
    }),
  );
  app.post("/signin/:uid/switch", (_request, response) => {
    state.details = { ...state.details, prompt: "login", address: null };
    response.json({});
  });
  app.post("/signin/:uid/decision", (request, response) => {
    const { decision } = request.body as { decision: string };
    response.json(request.params.uid === "ends-here" ? {} : { next: `/back?decision=${decision}` });
  });
  app.get("/back", (request, response) =>
    response.type("html").send(`<title>back</title>${request.url.replaceAll("<", "")}`),
  );
  app.get("/error", (_request, response) =>
    pages.send(response.status(400), "end", {
      kind: "error",
      code: "invalid_client",
      message: `No such </script><b>client</b>`,
    }),
  );
}
