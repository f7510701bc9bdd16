export { createMcpApp } from "./http/createMcpApp.ts";
