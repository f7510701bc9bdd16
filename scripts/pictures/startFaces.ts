import { setTimeout as sleep } from "node:timers/promises";
import { createTestDatabase, freePort } from "@portico/store/testing";
import { type App, isAnswering, startApp, stopApp } from "../apps.ts";

export type Face = "docs" | "explorer" | "mock";

export interface Faces {
  readonly urls: Readonly<Record<Face, string>>;
  readonly stop: () => Promise<void>;
}

/** The explorer with the mock's recorded data, the docs and the mock itself: pages that are the same each time. */
export async function startFaces(logFolder: string): Promise<Faces> {
  const database = await createTestDatabase();
  const ports = { docs: await freePort(), explorer: await freePort(), mock: await freePort() };
  const urlOf = (face: Face) => `http://127.0.0.1:${ports[face]}`;
  const urls = { docs: urlOf("docs"), explorer: urlOf("explorer"), mock: urlOf("mock") };
  const env = {
    DATABASE_URL: database.url,
    PORTICO_DOCS_URL: "https://docs.portico.example",
    PORTICO_DOCS_PORT: String(ports.docs),
    PORTICO_EXPLORER_PORT: String(ports.explorer),
    PORTICO_MOCK_PORT: String(ports.mock),
  };
  const explored = { ...env, PORTICO_API_URL: urls.mock, PORTICO_EXPLORER_KEY: "any" }; // the docs would show the URL
  const apps = (["mock", "explorer", "docs"] as const).map((name) =>
    startApp(name, { env: name === "explorer" ? explored : env, logFolder }),
  );
  const stop = async () => {
    await Promise.all(apps.map((app) => stopApp(app)));
    await database.drop();
  };
  try {
    await Promise.all(apps.map((app) => untilAnswering(app, `${urls[app.name as Face]}/`)));
    return { urls, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function untilAnswering({ name, process: child, ended }: App, url: string): Promise<void> {
  while (!(await isAnswering(url))) {
    if (child.exitCode !== null) throw new Error(`${name} ended: ${await ended}`);
    await sleep(100);
  }
}
