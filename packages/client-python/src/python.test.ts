import { expect, test } from "vitest";
import { findPython } from "./testing/findPython.ts";
import { runTests } from "./testing/runTests.ts";

const python = await findPython();

test.skipIf(python === undefined)(
  "the Python client's own tests pass, against servers of their own (skipped without python3)",
  async () => {
    const { count, isOk, output } = await runTests(python ?? "", ["test_amounts", "test_client", "test_sign_in"]);
    expect({ isOk, output }).toMatchObject({ isOk: true });
    expect(count).toBeGreaterThan(20);
  },
);
