/** Entry point of a service: prints its help or starts it; if starting fails, it prints one line and exits with 1. */
export async function runService(name: string, { help, start }: { help: string; start: () => Promise<void> }) {
  if (process.argv.includes("--help")) {
    console.log(help);
    return;
  }
  await start().catch((error: Error) => {
    console.error(`${name}: ${error instanceof AggregateError ? error.errors.join("; ") : error.message}`);
    process.exitCode = 1;
  });
}
