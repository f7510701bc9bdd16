import { useQuery } from "@tanstack/react-query";
import { queryClient } from "./explorerApi.ts";

/** The response of `GET /auth/session`. */
interface Session {
  /** Whether users can sign in. */
  readonly is_enabled: boolean;
  /** Of the signed-in user: the address, or a contract's account on its chain (CAIP-10). */
  readonly account: string | null;
  readonly address: string | null;
}

export const SESSION_KEY = ["/auth/session"];

export const useSessionQuery = () =>
  useQuery({
    queryKey: SESSION_KEY,
    queryFn: ({ signal }) => request("/auth/session", { signal }).then(readSession),
  });

/** The visitor's session at the explorer's server; undefined until it is loaded. */
export const useSession = (): Session | undefined => useSessionQuery().data;

const readSession = async (response: Response): Promise<Session> => (await response.json()) as Session;

export async function signOut(): Promise<void> {
  await request("/auth/logout", { method: "POST" });
  await queryClient.invalidateQueries({ queryKey: SESSION_KEY });
}

async function request(path: string, init: RequestInit): Promise<Response> {
  const response = await fetch(path, init);
  if (!response.ok) throw new Error(`${path} responded with ${response.status}`);
  return response;
}
