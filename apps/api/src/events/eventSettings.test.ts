import { expect, test } from "vitest";
import { DEFAULT_EVENT_SETTINGS, readEventSettings } from "./eventSettings.ts";

test("settings of events have defaults, and a wrong one is named with what is valid", () => {
  expect(readEventSettings({})).toEqual(DEFAULT_EVENT_SETTINGS);
  const env = { PORTICO_EVENT_DAYS: "30", PORTICO_EVENTS_PER_OWNER: "500", PORTICO_EVENT_WEBHOOK_PRIVATE: "On" };
  expect(readEventSettings(env)).toEqual({ days: 30, perOwner: 500, isPrivate: true });
  for (const days of ["2", "1.5", "a week"])
    expect(() => readEventSettings({ PORTICO_EVENT_DAYS: days })).toThrow(
      "PORTICO_EVENT_DAYS must be a whole number from 3 to 3650",
    );
  expect(() => readEventSettings({ PORTICO_EVENT_WEBHOOK_PRIVATE: "maybe" })).toThrow("must be on or off");
});
