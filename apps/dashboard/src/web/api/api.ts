import type { paths } from "@portico/contract";
import createFetchClient from "openapi-fetch";
import createQueryHooks from "openapi-react-query";
import { callServer } from "./callServer.ts";

type DashboardPaths = Pick<paths, Extract<keyof paths, `/dashboard/${string}`>>;

/** The dashboard's operations of the contract, as hooks. Every failure is a Problem. */
export const api = createQueryHooks<DashboardPaths>(
  createFetchClient<DashboardPaths>({
    baseUrl: location.origin,
    fetch: callServer,
    querySerializer: { array: { style: "form", explode: false } },
  }),
);
