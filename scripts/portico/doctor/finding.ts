/** The result of a check. */
export interface Finding {
  /** `warn`: Portico works with restrictions. `broken`: parts of it don't work. */
  readonly state: "broken" | "ok" | "warn";
  /** `database`, `rpc eth` … */
  readonly what: string;
  readonly text: string;
  /** Advice; "" if there is nothing to do. */
  readonly advice: string;
}

export const ok = (what: string, text: string): Finding => ({ state: "ok", what, text, advice: "" });
export const warn = (what: string, text: string, advice: string): Finding => ({ state: "warn", what, text, advice });
export const broken = (what: string, text: string, advice: string): Finding => ({
  state: "broken",
  what,
  text,
  advice,
});
