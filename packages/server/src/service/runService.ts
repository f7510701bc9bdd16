/** The main of a service: says its help, or starts it; what makes that fail ends the process with code 1 and one line. */
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
