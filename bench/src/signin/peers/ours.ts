/** `ours.ts PORT`: the sign-in service as shipped, without rate limits. It gets its database as the service does. */
import { createConnect, createHttpServer, createLimits, createLog, createPages, NO_LIMITS } from "@portico/connect";
import { DEFAULT_RATES, UNLIMITED } from "@portico/metering";

const port = Number(process.argv[2]);
const issuer = `http://127.0.0.1:${port}`;
const { app } = await createConnect({
  databaseUrl: process.env["DATABASE_URL"] ?? "",
  issuer,
  log: createLog("connect", "warn"),
  limits: createLimits({ rules: NO_LIMITS }),
  rates: { ...DEFAULT_RATES, perKey: UNLIMITED, perAddress: UNLIMITED },
  pages: createPages({ issuer }),
});
createHttpServer(app).listen(port, "127.0.0.1");
