export { createTracedClient } from "./createTracedClient.ts";
