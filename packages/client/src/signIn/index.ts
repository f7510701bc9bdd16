export { beginSignIn, type Application, type Attempt, type BegunSignIn } from "./beginSignIn.ts";
export { createSignIn, type SignIn, type SignInOptions } from "./createSignIn.ts";
export type { Tokens } from "./shareRefreshes.ts";
export { PorticoError, type SignInErrorCode } from "../porticoError.ts";
