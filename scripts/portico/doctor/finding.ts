/** Something that was looked at. */
export interface Finding {
  /** `warn`: Portico works, but less well. `broken`: some of it does not work. */
  readonly state: "broken" | "ok" | "warn";
  /** `database`, `rpc eth` … */
  readonly what: string;
  readonly text: string;
  /** What to do; "" when nothing is to be done. */
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
