import { type Postgres, type PostgresOptions, startPostgres } from "@portico/store";
import { type Running, supervise, type SuperviseOptions } from "./supervise.ts";

type Reports = Pick<SuperviseOptions, "giveUp" | "report">;

const toRunning = ({ untilEnded, stop }: Postgres): Running => ({
  ended: untilEnded().then(() => "its postmaster exited"),
  stop,
});

/**
 * Starts the bundled PostgreSQL, and restarts it at the same URL whenever it exits.
 * @param folders - The folder for its data, and where that was before it was renamed.
 */
export async function startEmbeddedPostgres(
  folders: Pick<PostgresOptions, "dataDir" | "formerDataDir">,
  { report, giveUp }: Reports,
): Promise<{ url: string; stop: () => Promise<void> }> {
  const first = await startPostgres({ ...folders, log: report });
  const port = Number(new URL(first.url).port);
  const start = async () => toRunning(await startPostgres({ ...folders, port, log: report }));
  const { stop } = supervise({ name: "PostgreSQL", start }, { running: toRunning(first), report, giveUp });
  return { url: first.url, stop };
}
