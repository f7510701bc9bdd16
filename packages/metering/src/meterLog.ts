export interface MeterLog {
  readonly warn: (facts: object, text: string) => void;
  readonly error: (facts: object, text: string) => void;
}
