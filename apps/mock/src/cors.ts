import * as api from "@portico/server/cors";

/** CORS for any origin, like the API; pages may send and read the mock's own headers too. */
export const CORS_HEADERS = {
  ...api.CORS_HEADERS,
  "Access-Control-Expose-Headers": `${api.CORS_HEADERS["Access-Control-Expose-Headers"]}, Portico-Mock`,
};

export const PREFLIGHT_HEADERS = {
  ...api.PREFLIGHT_HEADERS,
  "Access-Control-Allow-Headers": `${api.PREFLIGHT_HEADERS["Access-Control-Allow-Headers"]}, Prefer, Portico-Mock`,
};
