import * as api from "@portico/server/cors";

/** Open to pages of any origin, as the API itself; they may send and read the mock's own headers besides. */
export const CORS_HEADERS = {
  ...api.CORS_HEADERS,
  "Access-Control-Expose-Headers": `${api.CORS_HEADERS["Access-Control-Expose-Headers"]}, Portico-Mock`,
};

export const PREFLIGHT_HEADERS = {
  ...api.PREFLIGHT_HEADERS,
  "Access-Control-Allow-Headers": `${api.PREFLIGHT_HEADERS["Access-Control-Allow-Headers"]}, Prefer, Portico-Mock`,
};
