import { Person } from "@portico/connect/testing";
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";
import { elapsed } from "../benchmark.ts";
import type { Server } from "../startServer.ts";
import { type Application, type ApplicationServer, createApplicationServer, type Tokens } from "./application.ts";
import { signInBare, signInOurs, type SignIn } from "./people.ts";

/** Concurrent workers. */
const WORKERS = 16;

/** One server, its users, and the application. */
export interface Side {
  readonly server: Server;
  readonly application: ApplicationServer;
  readonly signIn: SignIn;
  /** Signed in already: one for each worker. */
  readonly people: readonly Person[];
}

export function createSide(server: Server, application: Application, kind: "bare" | "ours"): Side {
  return {
    server,
    application: createApplicationServer(server.url, application),
    signIn: kind === "ours" ? signInOurs : signInBare,
    people: newPeople(server.url, newAccounts(WORKERS)),
  };
}

export const newAccounts = (count: number): PrivateKeyAccount[] =>
  Array.from({ length: count }, () => privateKeyToAccount(generatePrivateKey()));

const newPeople = (url: string, accounts: readonly PrivateKeyAccount[]): Person[] =>
  accounts.map((account) => new Person(url, account));

const getCode = ({ signIn, application }: Side, person: Person): Promise<string> =>
  signIn(person, application.authorizeUrl);

const getTokens = async (side: Side, person: Person): Promise<Tokens> =>
  await side.application.exchange(await getCode(side, person));

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
  const tokens = (await Promise.all(side.people.map((person) => getTokens(side, person)))).map(
    ({ refresh_token: token }) => token,
  );
  return await time(count, async () => {
    const token = tokens.pop() ?? "";
    tokens.push((await side.application.refresh(token)).refresh_token);
  });
};

export const measureBearers: Measure = async (side, count) => {
  const tokens = await Promise.all(side.people.map((person) => getTokens(side, person)));
  return await time(count, (n) => side.application.getMe(tokens[n % tokens.length]?.access_token ?? ""));
};

export const measureExchanges: Measure = async (side, count) => {
  const codes: string[] = [];
  const getCodes = async (person: Person) => {
    while (codes.length < count) codes.push(await getCode(side, person));
  };
  await Promise.all(side.people.map(getCodes));
  return await time(count, (n) => side.application.exchange(codes[n] ?? ""));
};

/** Unknown users: they prove their address, consent, and the application receives its code. */
export const measureLogins: Measure = async (side, count) => {
  const people = newPeople(side.server.url, newAccounts(count));
  return await time(count, async (n) => {
    const person = people[n];
    if (person !== undefined) await getCode(side, person);
  });
};

/** Checks that the side performs the measured operations and rejects invalid ones. @throws Error */
export async function assertWorks(side: Side): Promise<string> {
  const { application, server } = side;
  const [person = new Person(server.url)] = side.people;
  const first = await getTokens(side, person);
  const second = await application.refresh(first.refresh_token);
  const me = await application.getMe(second.access_token);
  if ((JSON.parse(me) as { id: string }).id !== person.address) throw new Error(`${server.url}: ${me}`);
  for (const wrong of [second.refresh_token, "x".repeat(43)]) {
    const status = await application.getMeStatus(wrong);
    if (status !== 401) throw new Error(`${server.url}: ${status} for a token that is none`);
  }
  return me.replaceAll(person.address, "");
}
