export interface MeterLog {
  readonly warn: (fields: object, text: string) => void;
  readonly error: (fields: object, text: string) => void;
}
