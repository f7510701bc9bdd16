import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);
const CHECK = "import sys; sys.exit(sys.version_info < (3, 9))";

/** The system's Python, 3.9 or later, otherwise the one on PATH; undefined, with a warning, if there is none. */
export async function findPython(): Promise<string | undefined> {
  for (const python of ["/usr/bin/python3", "python3"]) {
    const isFit = await run(python, ["-c", CHECK]).then(
      () => true,
      () => false,
    );
    if (isFit) return python;
  }
  console.warn("SKIPPED: the Python client is not tested, because Python 3.9 or later is not installed (python3)");
  return undefined;
}
