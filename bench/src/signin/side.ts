import { TestUser } from "@portico/connect/testing";
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";
import { elapsed } from "../benchmark.ts";
import type { Server } from "../startServer.ts";
import { type Application, type ApplicationServer, createApplicationServer, type Tokens } from "./application.ts";
import { signInBare, signInOurs, type SignIn } from "./signIn.ts";

/** Concurrent workers. */
const WORKERS = 16;

/** One server, its users, and the application. */
export interface Side {
  readonly server: Server;
  readonly application: ApplicationServer;
  readonly signIn: SignIn;
  /** Signed in already: one for each worker. */
  readonly users: readonly TestUser[];
}

export function createSide(server: Server, application: Application, kind: "bare" | "ours"): Side {
  return {
    server,
    application: createApplicationServer(server.url, application),
    signIn: kind === "ours" ? signInOurs : signInBare,
    users: newUsers(server.url, newAccounts(WORKERS)),
  };
}

export const newAccounts = (count: number): PrivateKeyAccount[] =>
  Array.from({ length: count }, () => privateKeyToAccount(generatePrivateKey()));

const newUsers = (url: string, accounts: readonly PrivateKeyAccount[]): TestUser[] =>
  accounts.map((account) => new TestUser(url, account));

const getCode = ({ signIn, application }: Side, user: TestUser): Promise<string> =>
  signIn(user, application.authorizeUrl);

const getTokens = async (side: Side, user: TestUser): Promise<Tokens> =>
  await side.application.exchange(await getCode(side, user));

/** Runs the operations sequentially in every worker. @returns operations per second. */
async function time(count: number, work: (n: number) => Promise<unknown>): Promise<number> {
  let next = 0;
  const worker = async () => {
    while (next < count) await work(next++);
  };
  return (count * 1000) / (await elapsed(() => Promise.all(Array.from({ length: WORKERS }, worker))));
}

/** Runs this many operations and returns the rate per second; their prerequisites are created before. */
export type Measure = (side: Side, count: number) => Promise<number>;

/** Every worker has a refresh token, and continues with the one that it receives. */
export const measureRefreshes: Measure = async (side, count) => {
  const tokens = (await Promise.all(side.users.map((user) => getTokens(side, user)))).map(
    ({ refresh_token: token }) => token,
  );
  return await time(count, async () => {
    const token = tokens.pop() ?? "";
    tokens.push((await side.application.refresh(token)).refresh_token);
  });
};

export const measureBearers: Measure = async (side, count) => {
  const tokens = await Promise.all(side.users.map((user) => getTokens(side, user)));
  return await time(count, (n) => side.application.getMe(tokens[n % tokens.length]?.access_token ?? ""));
};

export const measureExchanges: Measure = async (side, count) => {
  const codes: string[] = [];
  const getCodes = async (user: TestUser) => {
    while (codes.length < count) codes.push(await getCode(side, user));
  };
  await Promise.all(side.users.map(getCodes));
  return await time(count, (n) => side.application.exchange(codes[n] ?? ""));
};

/** Unknown users: they prove their address, consent, and the application receives its code. */
export const measureLogins: Measure = async (side, count) => {
  const users = newUsers(side.server.url, newAccounts(count));
  return await time(count, async (n) => {
    const user = users[n];
    if (user !== undefined) await getCode(side, user);
  });
};

/** Checks that the side performs the measured operations and rejects invalid ones. @throws Error */
export async function assertWorks(side: Side): Promise<string> {
  const { application, server } = side;
  const [user = new TestUser(server.url)] = side.users;
  const first = await getTokens(side, user);
  const second = await application.refresh(first.refresh_token);
  const me = await application.getMe(second.access_token);
  if ((JSON.parse(me) as { id: string }).id !== user.address) throw new Error(`${server.url}: ${me}`);
  for (const wrong of [second.refresh_token, "x".repeat(43)]) {
    const status = await application.getMeStatus(wrong);
    if (status !== 401) throw new Error(`${server.url}: ${status} for an invalid token`);
  }
  return me.replaceAll(user.address, "");
}
